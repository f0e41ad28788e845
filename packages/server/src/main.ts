import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { trimHeap } from './platform/system/trim-heap.ts'

// Enabled before anything else is loaded. The compile cache lies beside this package, out of other users'
// reach.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache'))
if (process.argv.includes('--check')) {
  const { printChecks } = await import('./setup/check/print-checks.ts')
  await printChecks(process)
  flushCompileCache()
} else {
  const { serve } = await import('./serve.ts')
  await serve()
  flushCompileCache()
  trimHeap()
}
