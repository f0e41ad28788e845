import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A reader finds the old file or the new one, and never half of it. A link stays one; a device is written to. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const file = await realpath(path).catch(() => path)
  const found = await stat(file).catch(() => undefined)
  if (found && !found.isFile()) return writeFile(file, text)
  await mkdir(dirname(file), { recursive: true })
  const written = `${file}.${process.pid}.tmp`
  await rm(written, { force: true })
  try {
    await writeFile(written, text, { flag: 'wx', ...(found && { mode: found.mode }) })
    await rename(written, file)
  } catch (error) {
    await rm(written, { force: true })
    throw error
  }
}
