import { ProblemError } from '@repertoire/core/base'

/** A line of Git's protocol, or one of its marks. */
export type Packet = { readonly line: string } | 'flush' | 'delimiter'

/** The most that a line can carry. */
export const maxLineBytes = 65_516
/** A client with a long history of its own sends hundreds of thousands of lines in several requests. */
const maxPackets = 200_000

export const flushPacket: Uint8Array = Buffer.from('0000')
export const delimiterPacket: Uint8Array = Buffer.from('0001')

export function packetOf(content: string | Uint8Array): Uint8Array {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const length = (bytes.length + 4).toString(16).padStart(4, '0')
  return Buffer.concat([Buffer.from(length), bytes])
}

/** Throws ProblemError `git.bad-request` and `git.too-large`. */
export function parsePackets(body: Uint8Array): readonly Packet[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const packets: Packet[] = []
  for (let at = 0; at < bytes.length; ) {
    if (packets.length >= maxPackets) throw new ProblemError(tooMany)
    const size = bytes.toString('latin1', at, at + 4)
    const length = /^[0-9a-f]{4}$/i.test(size) ? Number.parseInt(size, 16) : 3
    if (length === 3 || at + Math.max(length, 4) > bytes.length) throw badGitRequest()
    // 0002 ends a response, and no client sends it.
    if (length < 4) packets.push(length === 1 ? 'delimiter' : 'flush')
    else packets.push({ line: bytes.toString('latin1', at + 4, at + length).replace(/\n$/, '') })
    at += Math.max(length, 4)
  }
  return packets
}

export function badGitRequest(): ProblemError {
  return new ProblemError({
    code: 'git.bad-request',
    kind: 'invalid',
    message: 'The request is not one of the Git protocol.',
    hint: 'Clone the address with git, or with a client that uses it.',
  })
}

const tooMany = {
  code: 'git.too-large',
  kind: 'too-large',
  message: `One request may have ${maxPackets} lines.`,
  hint: 'Clone into a new folder instead of fetching into a large repository.',
} as const
