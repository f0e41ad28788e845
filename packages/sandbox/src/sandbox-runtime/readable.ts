import { dirname } from 'node:path'

/** System paths every program reads before it starts; nothing personal. */
const systemFolders: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
    ...['/etc/ld.so.cache', '/etc/alternatives', '/etc/localtime'],
  ],
  darwin: [
    ...['/bin', '/sbin', '/usr/bin', '/usr/sbin', '/usr/lib', '/usr/libexec', '/usr/share'],
    // The dynamic loader, its cache, and the system frameworks.
    ...['/System/Library', '/System/Cryptexes', '/System/Volumes/Preboot/Cryptexes'],
    ...['/Library/Apple/System/Library', '/private/var/db/dyld'],
    // The shell behind /bin/sh, and the time zone.
    ...['/private/var/select', '/private/var/db/timezone', '/private/etc/localtime'],
    ...['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/dtracehelper'],
    ...['/dev/fd', '/dev/stdin', '/dev/stdout', '/dev/stderr'],
  ],
}

/** Homebrew's folders of programs and shared libraries. */
const homebrew = /^(\/opt\/homebrew|\/usr\/local)\/(Cellar|opt|lib|Frameworks|bin)(\/|$)/
/** Homebrew's OpenSSL, and Node with it, exits when this file is not readable. */
const opensslSettings = ['etc/openssl@3/openssl.cnf', 'etc/openssl@1.1/openssl.cnf']
const homebrewFolders = ['Cellar', 'opt', 'lib', 'Frameworks', 'bin', ...opensslSettings]

/** The readable system paths of a platform; undefined for unknown platforms. */
export function readableSystemPaths(platform: NodeJS.Platform): readonly string[] | undefined {
  return systemFolders[platform]
}

/**
 * Further readable paths for interpreters: exactly the given ones (a program, its library folder), or, for
 * Homebrew installations, all folders Homebrew loads libraries from.
 */
export function readableInterpreterPaths(
  platform: NodeJS.Platform,
  paths: readonly string[],
): readonly string[] {
  const system = readableSystemPaths(platform) ?? []
  const isKnown = (path: string): boolean =>
    system.some((folder) => path === folder || path.startsWith(`${folder}/`))
  const all = paths.flatMap((path) => {
    if (isKnown(path)) return []
    const prefix = platform === 'darwin' ? homebrew.exec(path)?.[1] : undefined
    return prefix === undefined ? [path] : homebrewFolders.map((name) => `${prefix}/${name}`)
  })
  return [...new Set(all)]
}

/** PATH inside: the interpreters' folders, then the system's. */
export function pathInside(interpreters: readonly string[]): string {
  return [...new Set([...interpreters.map((path) => dirname(path)), '/usr/bin', '/bin'])].join(':')
}
