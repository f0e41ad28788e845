import { dirname } from 'node:path'

/** What every program needs to be read before its first line runs, and nothing of the machine's owner. */
const systemFolders: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
    ...['/etc/ld.so.cache', '/etc/alternatives', '/etc/localtime'],
  ],
  darwin: [
    ...['/bin', '/sbin', '/usr/bin', '/usr/sbin', '/usr/lib', '/usr/libexec', '/usr/share'],
    // The dynamic loader, its cache, and the frameworks of the system.
    ...['/System/Library', '/System/Cryptexes', '/System/Volumes/Preboot/Cryptexes'],
    ...['/Library/Apple/System/Library', '/private/var/db/dyld'],
    // Which shell /bin/sh is, and what time it is here.
    ...['/private/var/select', '/private/var/db/timezone', '/private/etc/localtime'],
    ...['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/dtracehelper'],
    ...['/dev/fd', '/dev/stdin', '/dev/stdout', '/dev/stderr'],
  ],
}

/** Where Homebrew keeps programs, and the libraries they load from one another. */
const homebrew = /^(\/opt\/homebrew|\/usr\/local)\/(Cellar|opt|lib|Frameworks|bin)(\/|$)/
/** Its OpenSSL, and with it Node, ends where this file may not be read. */
const opensslSettings = ['etc/openssl@3/openssl.cnf', 'etc/openssl@1.1/openssl.cnf']
const ofHomebrew = ['Cellar', 'opt', 'lib', 'Frameworks', 'bin', ...opensslSettings]

/** What of the system may be read on a platform; undefined where none is known. */
export function readableOfSystem(platform: NodeJS.Platform): readonly string[] | undefined {
  return systemFolders[platform]
}

/**
 * What may be read besides the system so that interpreters run: exactly the paths that are given (a program,
 * the folder of its library), or, of those that Homebrew installed, all that Homebrew loads libraries from.
 */
export function readableOfInterpreters(
  platform: NodeJS.Platform,
  paths: readonly string[],
): readonly string[] {
  const system = readableOfSystem(platform) ?? []
  const isKnown = (path: string): boolean =>
    system.some((folder) => path === folder || path.startsWith(`${folder}/`))
  const all = paths.flatMap((path) => {
    if (isKnown(path)) return []
    const prefix = platform === 'darwin' ? homebrew.exec(path)?.[1] : undefined
    return prefix === undefined ? [path] : ofHomebrew.map((name) => `${prefix}/${name}`)
  })
  return [...new Set(all)]
}

/** PATH inside: where the interpreters are, then the system's. */
export function pathInside(interpreters: readonly string[]): string {
  return [...new Set([...interpreters.map((path) => dirname(path)), '/usr/bin', '/bin'])].join(':')
}
