import { join } from 'node:path'
import { type CommandResult, startCommand, type TempFolder } from './run-command.ts'

/** A real server, started by the command on a free port. */
export interface StartedServer {
  /** Variables with which a command finds the server. */
  readonly env: { readonly REPERTOIRE_DATA_DIR: string }
  stop(): Promise<CommandResult>
}

/** Stores its data in a sub-folder; resolves once it responds. */
export async function startServer(
  { folder }: TempFolder,
  name = 'data',
  env: Readonly<Record<string, string>> = {},
): Promise<StartedServer> {
  const data = join(folder, name)
  const server = startCommand(['start', '--port', '0', '--data', data], {
    cwd: folder,
    env: { REPERTOIRE_SAMPLES: 'off', ...env },
  })
  await server.printed('Repertoire is at http')
  return {
    env: { REPERTOIRE_DATA_DIR: data },
    stop: () => {
      server.process.kill('SIGTERM')
      return server.ended
    },
  }
}
