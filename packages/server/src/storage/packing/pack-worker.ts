import { parentPort, workerData } from 'node:worker_threads'
import { writeFlatSkillZip, writeSkillZip } from '@repertoire/skill-md/zip'
import type { PackAnswer, PackRequest } from './pack-messages.ts'

/** The worker thread: packs one package, transfers the bytes without a copy, and ends. */
const { root, files } = workerData as PackRequest
const written = root === null ? writeFlatSkillZip(files) : writeSkillZip(root, files)
const zip: PackAnswer = new Uint8Array(written)
parentPort?.postMessage(zip, [zip.buffer])
