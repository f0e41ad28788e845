import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../paths.ts'

/** Somebody with Node and npm, an empty folder, and nothing of this repository. */
export interface EmptyProject {
  /** Holds everything else of it. */
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  /** A new project with these packages installed. */
  project(name: string, packages: readonly string[]): Promise<Project>
}

export interface Project {
  readonly folder: string
  write(path: string, text: string): void
  /** Runs a program in the folder and returns what it printed. */
  run(
    program: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<string>
}

export function createEmptyProject(registry: string): EmptyProject {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'repertoire-outsider-')))
  if (`${home}${sep}`.startsWith(`${realpathSync(root)}${sep}`)) {
    throw new Error('the folder for temporary files is inside the repository')
  }
  writeFileSync(join(home, '.npmrc'), `registry=${registry}\naudit=false\nfund=false\n`)
  const env = {
    HOME: home,
    PATH: [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter),
    npm_config_update_notifier: 'false',
    npm_config_cache: join(home, '.npm'),
  }
  return {
    ...{ home, env },
    async project(name, packages) {
      const folder = join(home, name)
      mkdirSync(folder)
      writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}\n')
      const project = createProject(folder, env)
      await project.run('npm', ['install', '--loglevel=error', ...packages])
      return project
    },
  }
}

function createProject(folder: string, env: EmptyProject['env']): Project {
  return {
    folder,
    write: (path, text) => writeFileSync(join(folder, path), text),
    async run(program, args, extra = {}) {
      const options = { cwd: folder, env: { ...env, ...extra }, maxBuffer: 64 * 1024 * 1024 }
      try {
        const { stdout } = await promisify(execFile)(program, args, options)
        return stdout
      } catch (error) {
        const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
        throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`)
      }
    },
  }
}
