/* For libpng's headers alone: the compiler's own needs exceptions. */
typedef long jmp_buf[32];
int setjmp(jmp_buf env);
_Noreturn void longjmp(jmp_buf env, int value);
