import type { MatchPlace } from '../scan-rule.ts'

/** What turns a socket into a shell, a program or a way out for a file. */
const usesSocket =
  /\b(?:ba|z|da|k)?sh\s{1,3}-i\b|<&\s{0,2}["'$\d{]|(?<!2)>&\s{0,2}(?:["'${\d](?<!2)|\/dev)|while\s{1,3}(?:ifs=\s{1,3})?read|\beval\b|\bsource\b|\|\s{0,3}(?:sudo\s{1,3})?(?:ba|z|da|k)?sh\b|\b(?:ba|z|da|k)?sh\s{0,3}<?\s{0,3}["']?\/dev\/(?:tcp|udp)|(?:^|[\n;&|])\s{0,4}\.\s{1,3}\/dev\/|\b(?:cat|tar|env|printenv|base64|gzip|dd|head|tail|tee|mapfile|readarray|find|ps|id|whoami)\b[^\n]{0,200}\/dev\/(?:tcp|udp)/

/** A socket that is only named, or opened to see whether a port answers: nothing of the machine goes through it. Pure. */
export function isPortProbe(found: string, { segment }: MatchPlace): boolean {
  return found.startsWith('/dev/') && !usesSocket.test(segment.folded)
}

/** A text that names the socket in a line which does nothing with it: for a person to judge. Pure. */
export function isOnlyNamed(found: string, { segment, line }: MatchPlace): boolean {
  return segment.kind === 'prose' && found.startsWith('/dev/') && !usesSocket.test(line)
}
