bool plus_block();
int main() {
    return plus_block() ? 0 : 1;
}
