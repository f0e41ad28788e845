import { posix, win32 } from 'node:path'

export interface Account {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Where the programs of this account keep their data, by the custom of the platform. */
export function dataFolderOf({ platform, home, env }: Account): string {
  if (platform === 'win32') {
    return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'repertoire')
  }
  if (platform === 'darwin') return posix.join(home, 'Library/Application Support/repertoire')
  const given = env.XDG_DATA_HOME ?? ''
  // The specification of these variables ignores relative paths.
  return posix.join(
    posix.isAbsolute(given) ? given : posix.join(home, '.local/share'),
    'repertoire',
  )
}
