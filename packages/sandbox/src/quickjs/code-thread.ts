import { setPriority } from 'node:os'
import process from 'node:process'
import { parentPort, workerData } from 'node:worker_threads'
import releaseSync from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import { CodeEngine } from './code-engine.ts'
import { limitMemory } from './limit-memory.ts'
import type { AnswerMessage, JobMessage, ThreadMessage, ThreadStart } from './messages.ts'

/** The entry of a worker thread: creates one engine ahead and runs one job; then the host ends the thread. */
const { engine: wasmModule } = workerData as ThreadStart
const port = parentPort
if (!port) throw new Error('This file runs only as a worker thread.')
const post = (message: ThreadMessage): void => port.postMessage(message)

// On Linux this is the priority of the calling thread: the server's own thread comes before code that computes.
if (process.platform === 'linux') setPriority(10)

// 16 MiB initially, 64 MiB at most, whatever the engine does.
const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: 1024 })
// The types describe the CommonJS build; the ES module is loaded.
const base = releaseSync as unknown as QuickJSSyncVariant
const variant = newVariant(base, { wasmModule, wasmMemory })
const engine = new CodeEngine(await newQuickJSWASMModuleFromVariant(variant))
port.once('message', (job: JobMessage) => {
  const isOutOfMemory = limitMemory(wasmMemory, job.limits.memoryBytes)
  port.on('message', (answer: AnswerMessage) => engine.answer(answer))
  engine.run(job, { post, isOutOfMemory })
})
post({ type: 'ready' })
