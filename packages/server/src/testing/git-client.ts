import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface GitRun {
  readonly code: number | null
  /** What it wrote to both streams. */
  readonly printed: string
}

/** The real `git`, with a folder of its own and nobody's settings. */
export interface GitClient {
  readonly folder: string
  /** In a folder below its own. */
  run(cwd: string, ...args: string[]): Promise<GitRun>
  remove(): void
}

export function createGitClient(): GitClient {
  const folder = mkdtempSync(join(tmpdir(), 'git-client-'))
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  }
  return {
    folder,
    run: (cwd, ...args) => {
      const child = spawn('git', args, { cwd: join(folder, cwd), env })
      let printed = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          printed += text
        })
      }
      return new Promise((resolve, reject) => {
        child.once('error', reject)
        child.once('close', (code) => resolve({ code, printed }))
      })
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
