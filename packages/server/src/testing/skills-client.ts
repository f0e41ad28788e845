import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const cli = join(dirname(require.resolve('skills/package.json')), 'bin/cli.mjs')

/** The stock npm client `skills`, in an empty project with an empty home. */
export interface SkillsClient {
  readonly folder: string
  /** Resolves with its exit code and all it printed. */
  run(...args: string[]): Promise<{ readonly code: number | null; readonly printed: string }>
  /** Where it puts a file of a skill. */
  installed(path: string): string
  remove(): void
}

/** `registry`: where it searches. */
export function createSkillsClient(registry: () => string): SkillsClient {
  const folder = mkdtempSync(join(tmpdir(), 'stock-client-'))
  return {
    folder,
    run: (...args) => {
      const child = spawn(process.execPath, [cli, ...args], {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          HOME: join(folder, 'home'),
          SKILLS_API_URL: registry(),
          DISABLE_TELEMETRY: '1',
          NO_COLOR: '1',
          CI: '1',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
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
    installed: (path) => join(folder, '.agents/skills', path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
