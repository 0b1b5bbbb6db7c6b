// Has a section with a fat binary, and needs no libcudart.
__attribute__((section(".nv_fatbin"), used)) static const int fat_binary = 0x466243b1;

int main(void) { return 0; }
