import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { trimHeap } from './platform/trim-heap.ts'

// Before anything else is loaded: compiled code is kept beside this package, out of other users' reach.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache'))
const { serve } = await import('./serve.ts')
await serve()
flushCompileCache()
trimHeap()
