import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '../command/exit-codes.ts'
import type { SyncPlace } from './client-folders.ts'

/** Runs what changes a folder, unless another process does so now. What a process that has died left is taken over. */
export async function oneAtATime<Result>(
  { state }: SyncPlace,
  work: () => Promise<Result>,
): Promise<Result> {
  const file = join(state, 'running')
  await mkdir(state, { recursive: true })
  const claim = () => writeFile(file, String(process.pid), { flag: 'wx' })
  await claim().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new CommandError(`${file} could not be written.`)
    const owner = Number(await readFile(file, 'utf8').catch(() => ''))
    if (isAlive(owner)) {
      throw new CommandError(
        `Another sync is at work here (process ${owner}).`,
        `If there is none, delete ${file}.`,
      )
    }
    await rm(file, { force: true })
    await claim()
  })
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
