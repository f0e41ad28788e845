import { join } from 'node:path'
import { type Ended, type Scratch, startCommand } from './run-command.ts'

/** A real server, started as a person would, on a port of its own. */
export interface StartedServer {
  /** With it a command finds the server by what it wrote down. */
  readonly env: { readonly REPERTOIRE_DATA_DIR: string }
  stop(): Promise<Ended>
}

/** Keeps its data in a folder of the scratch's; resolves once it answers. */
export async function startServer({ folder }: Scratch, name = 'data'): Promise<StartedServer> {
  const data = join(folder, name)
  const server = startCommand(['start', '--port', '0', '--data', data], { cwd: folder })
  await server.printed('Repertoire is at http')
  return {
    env: { REPERTOIRE_DATA_DIR: data },
    stop: () => {
      server.process.kill('SIGTERM')
      return server.ended
    },
  }
}
