import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { CommandError } from '../../command/exit-codes.ts'
import { sanitizeText } from '../../terminal/sanitize-text.ts'

const run = promisify(execFile)

export interface OtherRevision {
  /** A folder with the skills at that revision. */
  readonly folder: string
  remove(): Promise<void>
}

/** A folder as it is, or the tested folder at a revision of its Git repository. */
export async function openRevision(
  revision: string,
  { path, cwd }: { readonly path: string; readonly cwd: string },
): Promise<OtherRevision> {
  const given = resolve(cwd, revision)
  if ((await stat(given).catch(() => undefined))?.isDirectory()) {
    return { folder: given, remove: async () => undefined }
  }
  const folder = await mkdtemp(join(tmpdir(), 'repertoire-revision-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const archive = `--output=${join(folder, '.archive.tar')}`
    const wanted = ['archive', '--format=tar', archive, '--end-of-options', revision]
    await run('git', ['-C', resolve(cwd, path), ...wanted])
    await run('tar', ['-xf', join(folder, '.archive.tar'), '-C', folder])
    await rm(join(folder, '.archive.tar'))
    return { folder, remove }
  } catch (error) {
    await remove()
    const reason = sanitizeText((error as { stderr?: string }).stderr || (error as Error).message)
    throw new CommandError(
      `There is no revision ${sanitizeText(revision)} to compare with: ${reason}`,
      'Name a folder, or a revision of the Git repository that has the tested folder.',
    )
  }
}
