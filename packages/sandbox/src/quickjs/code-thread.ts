import { parentPort, workerData } from 'node:worker_threads'
import releaseSync from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import { CodeEngine } from './code-engine.ts'
import { limitGrowth } from './growth-limit.ts'
import type { AnswerMessage, JobMessage, ThreadMessage, ThreadStart } from './messages.ts'

/** The thread's side: one engine, made ahead; one job; then the host ends the thread. */
const { engine: wasmModule } = workerData as ThreadStart
const port = parentPort
if (!port) throw new Error('This runs as a thread only.')
const post = (message: ThreadMessage): void => port.postMessage(message)

// 16 MiB to begin with, 64 MiB at most, whatever the engine is made to do.
const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: 1024 })
// Its types are those of CommonJS, what is loaded is its ES module.
const base = releaseSync as unknown as QuickJSSyncVariant
const variant = newVariant(base, { wasmModule, wasmMemory })
const engine = new CodeEngine(await newQuickJSWASMModuleFromVariant(variant))
port.once('message', (job: JobMessage) => {
  limitGrowth(wasmMemory, job.limits.memoryBytes)
  port.on('message', (answer: AnswerMessage) => engine.answer(answer))
  engine.run(job, post)
})
post({ type: 'ready' })
