import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** Compiles QuickJS to a WebAssembly module once for all threads. */
export async function compileEngine(): Promise<WebAssembly.Module> {
  const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  return WebAssembly.compile(await readFile(file))
}
