#!/bin/bash
# Builds src/imaging/engine/*.wasm, with SIMD and without, from picture-engine.c and three libraries at these
# revisions. Needs git and Debian 12's clang-14, lld-14, wasi-libc, libclang-rt-14-dev-wasm32, binaryen and emscripten
# (of which only the headers are used that say SSE in WebAssembly's SIMD). Takes a minute; the same input gives the same
# bytes. Each library may come from elsewhere: LIBWEBP=/path/to/repository scripts/build-picture-engine.sh
set -euo pipefail

LIBWEBP=${LIBWEBP:-https://github.com/webmproject/libwebp}
LIBWEBP_REVISION=4fa21912338357f89e4fd51cf2368325b59e9bd9 # v1.6.0
LIBJPEG=${LIBJPEG:-https://github.com/libjpeg-turbo/libjpeg-turbo}
LIBJPEG_REVISION=8ecba3647edb6dd940463fedf38ca33a8e2a73d1 # 2.1.5.1
STB=${STB:-https://github.com/nothings/stb}
STB_REVISION=31c1ad37456438565541f4919958214b6e762fb4 # stb_image_resize2 2.18
SSE_HEADERS=${SSE_HEADERS:-/usr/share/emscripten/system/include/compat}

SCRIPT=$(realpath "$0")
ENGINE=$(cd "$(dirname "$0")/../src/imaging/engine" && pwd)
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
cd "$WORK"

get() { # folder, repository, revision
  git init -q "$1"
  git -C "$1" fetch -q --depth 1 "$2" "$3"
  git -C "$1" -c advice.detachedHead=false checkout -q FETCH_HEAD
}
get libwebp "$LIBWEBP" $LIBWEBP_REVISION
get libjpeg "$LIBJPEG" $LIBJPEG_REVISION
get stb "$STB" $STB_REVISION

# What libjpeg-turbo's CMake would find out: 8 bits, no SIMD of its own, and no arithmetic coding.
mkdir config
cat >config/jconfig.h <<'END'
#define JPEG_LIB_VERSION 62
#define LIBJPEG_TURBO_VERSION 2.1.5.1
#define LIBJPEG_TURBO_VERSION_NUMBER 2001005
#define MEM_SRCDST_SUPPORTED 1
#define BITS_IN_JSAMPLE 8
END
cat >config/jconfigint.h <<'END'
#include <errno.h>
#define BUILD "wasm"
#define INLINE inline __attribute__((always_inline))
#define THREAD_LOCAL
#define PACKAGE_NAME "libjpeg-turbo"
#define VERSION "2.1.5.1"
#define SIZEOF_SIZE_T 4
#define HAVE_BUILTIN_CTZL
#define FALLTHROUGH
#define NO_GETENV
END
sed 's/@COPYRIGHT_YEAR@/2023/' libjpeg/jversion.h.in >config/jversion.h
echo 'typedef int jmp_buf[1];' >config/setjmp.h

JPEG="jcomapi jdapimin jdapistd jdatasrc jdcoefct jdcolor jddctmgr jdhuff jdinput jdmainct jdmarker jdmaster jdmerge
  jdphuff jdpostct jdsample jerror jidctflt jidctfst jidctint jidctred jmemmgr jmemnobs jquant1 jquant2 jsimd_none jutils"
CC="clang-14 --target=wasm32-wasi -O3 -DNDEBUG -w -ffunction-sections -fdata-sections -ffile-prefix-map=$WORK=. -Iconfig"
# libwebp asks for the compiler that its SSE code was made ready for.
SSE="-DEMSCRIPTEN -DWEBP_HAVE_SSE2 -DWEBP_HAVE_SSE41 -D__SSE__ -D__SSE2__ -D__SSE3__ -D__SSSE3__ -D__SSE4_1__"
LIBRARY=$(dirname "$(find /usr/lib/wasm32-wasi -name libc.a)")

build() { # name, flags for all, flags for libwebp
  mkdir "$1"
  for file in $JPEG; do $CC $2 -Ilibjpeg -c libjpeg/$file.c -o "$1/jpeg-$file.o"; done
  for file in libwebp/src/{enc,dsp,utils}/*.c libwebp/sharpyuv/*.c; do
    case $file in *mips* | *neon* | *msa* | *avx2*) continue ;; esac
    $CC $2 $3 -Ilibwebp -Ilibwebp/src -c "$file" -o "$1/webp-$(basename "$file" .c).o"
  done
  $CC $2 -Ilibjpeg -Ilibwebp/src -Istb -c "$ENGINE/picture-engine.c" -o "$1/engine.o"
  wasm-ld-14 "$1"/*.o -L"$LIBRARY" -lc -lm "$(clang-14 --target=wasm32-wasi -print-libgcc-file-name)" -o "$1.wasm" \
    --no-entry --gc-sections --strip-all --import-memory --max-memory=4294967296 -z stack-size=262144
  wasm-opt -O3 --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals "$1.wasm" -o "$ENGINE/$1.wasm"
  # A custom section of 75 bytes, whose name takes 10: support/wasm-builds.ts says what it holds.
  printf '\0K\nbuilt-from%s' "$(cat "$ENGINE/picture-engine.c" "$SCRIPT" | sha256sum | cut -c 1-64)" >>"$ENGINE/$1.wasm"
}
build picture-engine-simd '-msimd128 -mbulk-memory' "$SSE -isystem $SSE_HEADERS"
build picture-engine '' ''
ls -l "$ENGINE"/*.wasm
