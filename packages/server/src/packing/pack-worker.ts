import { parentPort, workerData } from 'node:worker_threads'
import { writeSkillZip } from '@repertoire/skill-md/zip'
import type { PackAnswer, PackRequest } from './pack-messages.ts'

/** The thread's side: one package, handed back without a copy, and the thread is done. */
const { root, files } = workerData as PackRequest
const zip: PackAnswer = new Uint8Array(writeSkillZip(root, files))
parentPort?.postMessage(zip, [zip.buffer])
