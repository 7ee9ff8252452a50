int old_block(void);
int main(void) {
    return old_block() ? 0 : 1;
}
