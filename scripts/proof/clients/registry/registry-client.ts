import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ProgramEnd, runProgram } from '../../../run-program.ts'

/** The collection that the clients take their skill from, and the endpoint that their agents use. */
export interface Offer {
  readonly url: string
  readonly token: string
  readonly collection: string
  readonly skill: string
  /** A key of the organisation, for the endpoint. */
  readonly key: string
}

/** A client from its registry package, unchanged, with a home folder of its own. */
export interface RegistryClient {
  /** `skills@1.7.4` */
  readonly client: string
  install(): Promise<ProgramEnd>
  update(): Promise<ProgramEnd>
  /** The skill's text that the client has now; null where it has none. */
  installed(): string | null
  /** Gives its agent one task, with the model at that address. */
  ask?(model: string): Promise<ProgramEnd>
}

/** Where a client is installed and works. */
export interface ClientFolders {
  /** Of its package. */
  readonly programs: string
  /** Its home and project, empty at first. */
  readonly home: string
}

export interface ClientPackage {
  /** Of npm, with its version. */
  readonly named: string
  /** The script of the package that npm would run after the installation. */
  readonly finish?: string
  create(place: ClientFolders, offer: Offer): RegistryClient
}

export const gitAddress = ({ url, token, collection }: Offer): string =>
  `${url}/git/${token}/${collection}.git`

export const indexAddress = ({ url, token, collection }: Offer): string =>
  `${url}/s/${token}/${collection}`

/** Runs one of the package's programs as a person without a terminal, without telemetry and updates of itself. */
export function createRunner({ programs, home }: ClientFolders, program: string) {
  return (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runProgram(join(programs, program), args, {
      cwd: home,
      env: {
        ...{
          PWD: home,
          HOME: home,
          XDG_CONFIG_HOME: join(home, '.config'),
          XDG_CACHE_HOME: join(home, '.cache'),
        },
        ...{
          XDG_DATA_HOME: join(home, '.local/share'),
          XDG_STATE_HOME: join(home, '.local/state'),
        },
        ...{ COPILOT_OFFLINE: 'true', COPILOT_AUTO_UPDATE: 'false' },
        ...{ NO_COLOR: '1', DO_NOT_TRACK: '1', DISABLE_TELEMETRY: '1', DISABLE_AUTOUPDATER: '1' },
        ...env,
      },
    })
}

/** The text of the first of these files that is there. */
export function readFirst(home: string, paths: readonly string[]): string | null {
  const found = paths.map((path) => join(home, path)).find((path) => existsSync(path))
  return found === undefined ? null : readFileSync(found, 'utf8')
}
