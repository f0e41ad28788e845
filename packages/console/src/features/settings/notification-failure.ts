import type { InboxNotificationBody } from '@repertoire/protocol'

const reasons: Readonly<Record<string, string>> = {
  'notification.refused': 'whoever receives it did not take it',
  'notification.secret-unreadable': 'its secret cannot be read with the key of this server',
  'outbound.address-refused': 'the address is inside a network, which the operator has not opened',
  'outbound.port-refused': 'the port is one that the operator has not opened',
  'outbound.redirect-refused': 'it leads to another address',
  'outbound.timeout': 'there was no answer in time',
  'outbound.name-not-found': 'no such host was found',
  'outbound.certificate-refused': 'the certificate is not trusted',
}

/** What went wrong in words, and what happens next; null when the last one was taken. Pure. */
export function failureText({
  problem_code: code,
  failures,
}: Pick<InboxNotificationBody, 'problem_code' | 'failures'>): {
  readonly title: string
  readonly next: string
} | null {
  if (code === null) return null
  const title = `The last digest was not taken: ${reasons[code] ?? code}`
  return { title, next: failures > 0 ? 'It is tried again' : 'It was given up. The next one comes' }
}
