/**
 * Why a path is unsafe on some file system, as the end of a sentence; undefined for a safe path. Safe paths are relative,
 * `/`-separated, inside their folder, and without reserved Windows names.
 */
export function pathFault(path: string): string | undefined {
  if (path === '') return 'is empty'
  if (/\p{Cs}/u.test(path)) return 'is not valid Unicode'
  if (/\p{Cc}/u.test(path)) return 'contains a control character'
  if (path.includes('\\')) return 'contains a backslash'
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'is absolute'
  if (path.includes(':')) return 'contains a colon'
  const segments = path.split('/')
  if (segments.includes('..')) return 'leaves its folder'
  if (segments.some((segment) => segment === '' || segment === '.')) {
    return 'has an empty or "." folder in it'
  }
  if (segments.some((segment) => reservedName.test(segment))) return 'is a device name on Windows'
  if (segments.some((segment) => /[. ]$/.test(segment))) return 'has a name that ends in "." or " "'
  return undefined
}

const reservedName = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/i
