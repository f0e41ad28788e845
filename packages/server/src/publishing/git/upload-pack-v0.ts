import type { GitRepository } from './git-repository.ts'
import { badGitRequest, flushPacket, type Packet, packetOf } from './pkt-line.ts'
import {
  mainBranch,
  packfileFor,
  sideChannel,
  type UploadPackReply,
  unknownRef,
} from './upload-pack-reply.ts'

const capabilities = [
  ...['side-band-64k', 'shallow', 'no-progress', 'ofs-delta', `symref=HEAD:${mainBranch}`],
  ...['object-format=sha1', 'agent=repertoire'],
].join(' ')

/** The references, as protocol versions 0 and 1 begin. */
export function listRefsV0(
  { head }: GitRepository,
  { version }: { readonly version: 0 | 1 },
): readonly Uint8Array[] {
  return [
    ...(version === 1 ? [packetOf('version 1\n')] : []),
    packetOf(`${head} HEAD\0${capabilities}\n`),
    packetOf(`${head} ${mainBranch}\n`),
    flushPacket,
  ]
}

/** One request of protocol versions 0 and 1. Throws ProblemError `git.bad-request`. */
export function answerV0(repository: GitRepository, packets: readonly Packet[]): UploadPackReply {
  const { head } = repository
  const request = readRequest(packets)
  const [first] = request.wants
  if (first === undefined) throw badGitRequest()
  const foreign = request.wants.find((oid) => oid !== head)
  if (foreign !== undefined) return unknownRef(foreign)
  const { hasHead } = request
  const parts = function* () {
    yield* shallowLines(head, request)
    if (!request.negotiates) return
    yield packetOf(hasHead ? `ACK ${head}\n` : 'NAK\n')
    if (!request.isDone) return
    const pack = packfileFor(repository, { hasHead })
    if (request.takesSideBand) yield* sideChannel(pack)
    else yield* pack
  }
  return { parts: parts(), delivers: request.isDone && !hasHead }
}

interface V0Request {
  readonly wants: readonly string[]
  readonly shallow: readonly string[]
  readonly deepens: boolean
  /** False when the client only asks which commits its depth ends at. */
  readonly negotiates: boolean
  /** The client has the commit. */
  readonly hasHead: boolean
  readonly isDone: boolean
  readonly takesSideBand: boolean
}

function readRequest(packets: readonly Packet[]): V0Request {
  const lines = packets.flatMap((packet) => (typeof packet === 'string' ? [] : [packet.line]))
  // The first line also has the capabilities of the client.
  const [first = ''] = lines
  const values = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name} `))
      .map((line) => line.slice(name.length + 1).split(' ', 1)[0] ?? '')
  const wants = values('want')
  const haves = new Set(values('have'))
  const wantsEnd = packets.indexOf('flush')
  return {
    wants,
    shallow: values('shallow'),
    deepens: lines.some((line) => line.startsWith('deepen')),
    negotiates: wantsEnd !== -1 && wantsEnd < packets.length - 1,
    hasHead: wants.some((oid) => haves.has(oid)),
    isDone: lines.includes('done'),
    takesSideBand: first.split(' ').includes('side-band-64k'),
  }
}

/** One commit without parents is complete at every depth. */
function shallowLines(
  head: string,
  { shallow, deepens }: Pick<V0Request, 'shallow' | 'deepens'>,
): readonly Uint8Array[] {
  if (!deepens) return []
  return [...(shallow.includes(head) ? [packetOf(`unshallow ${head}\n`)] : []), flushPacket]
}
