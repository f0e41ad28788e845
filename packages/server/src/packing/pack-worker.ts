import { parentPort, workerData } from 'node:worker_threads'
import { writeSkillZip } from '@repertoire/skill-md/zip'
import type { PackAnswer, PackRequest } from './pack-messages.ts'

/** The worker thread: packs one package, transfers the bytes without a copy, and ends. */
const { root, files } = workerData as PackRequest
const zip: PackAnswer = new Uint8Array(writeSkillZip(root, files))
parentPort?.postMessage(zip, [zip.buffer])
