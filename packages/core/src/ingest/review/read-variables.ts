/** How scripts and instructions name an environment variable that they read. */
const reads = [
  /\b(?:os\.environ(?:\.get)?|os\.getenv|getenv|ENV(?:\.fetch)?)\s{0,3}[[(]\s{0,3}["']([A-Za-z_][A-Za-z0-9_]{0,99})/g,
  /\bprocess\.env(?:\.|\[["'])([A-Za-z_][A-Za-z0-9_]{0,99})/g,
  /\$\{?([A-Z][A-Z0-9_]{2,99})\b/g,
] as const
/** How a shell gives a variable a value of its own: assigned, read, looped over, declared. */
const sets = [
  /(?:^|[\n;&|({]|\b(?:export|local|readonly|declare|typeset|then|do|else)\b)[ \t]{0,40}(?:-\w{1,3}[ \t]{1,3})?([A-Z][A-Z0-9_]{2,99})(?:\[[^\]\n]{0,60}\])?\+?=([^\n;|&]{0,200})/g,
  /\b(?:for|select)[ \t]{1,3}([A-Z][A-Z0-9_]{2,99})[ \t]{1,3}in\b/g,
  /\b(?:read|mapfile|readarray|printf[ \t]{1,3}-v)[ \t]{1,3}(?:-\w{1,3}[ \t]{1,3}(?:["'][^"'\n]{0,80}["'][ \t]{1,3})?){0,4}([A-Z][A-Z0-9_]{2,99})\b/g,
] as const
/** Variables that every shell has, and those that a host puts into instructions. */
const everywhere: ReadonlySet<string> = new Set([
  ...['HOME', 'PATH', 'PWD', 'USER', 'TMPDIR', 'SHELL', 'LANG', 'ARGUMENTS', 'OLDPWD', 'HOSTNAME'],
  ...['TERM', 'IFS', 'RANDOM', 'BASH_SOURCE', 'PYTHONPATH', 'LC_ALL', 'UID', 'SECONDS', 'LINENO'],
  ...['FUNCNAME', 'PIPESTATUS', 'REPLY', 'OPTARG', 'OPTIND', 'EUID', 'BASH_VERSION', 'PPID'],
])

/**
 * The environment variables that a text reads and never sets: the locals of a shell script are none. One whose first
 * value is made of itself (`A="${A:-x}"`) is read. Pure, in linear time.
 */
export function readVariables(text: string, limit: number): readonly string[] {
  let own: ReadonlySet<string> | undefined
  const names = new Set<string>()
  for (const [at, pattern] of reads.entries()) {
    for (const [, name = ''] of text.matchAll(pattern)) {
      // Most texts read no variable of a shell, and what they set is not looked for.
      if (at === 2) own ??= setVariables(text)
      const isLocal = at === 2 && own?.has(name)
      if (!isLocal && !everywhere.has(name)) names.add(name)
      if (names.size >= limit) return [...names]
    }
  }
  return [...names]
}

function setVariables(text: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (const pattern of sets) {
    for (const [, name = '', value = ''] of text.matchAll(pattern)) {
      const isOfItself = value.includes(`$${name}`) || value.includes(`\${${name}`)
      if (!isOfItself) names.add(name)
    }
  }
  return names
}
