import type { GitRepository } from './git-repository.ts'
import { badGitRequest, delimiterPacket, flushPacket, type Packet, packetOf } from './pkt-line.ts'
import {
  mainBranch,
  packfileFor,
  rejection,
  sideChannel,
  type UploadPackReply,
  unknownRef,
} from './upload-pack-reply.ts'

/** What the server of protocol version 2 can do. */
export function listRefsV2(): readonly Uint8Array[] {
  const lines = [
    ...['version 2', 'agent=repertoire', 'ls-refs', 'fetch=shallow', 'object-format=sha1'],
  ]
  return [...lines.map((line) => packetOf(`${line}\n`)), flushPacket]
}

/** One command of protocol version 2. Throws ProblemError `git.bad-request`. */
export function answerV2(repository: GitRepository, packets: readonly Packet[]): UploadPackReply {
  const lines = packets.flatMap((packet) => (typeof packet === 'string' ? [] : [packet.line]))
  const start = packets.indexOf('delimiter')
  const format = lines.find((line) => line.startsWith('object-format='))
  if (format !== undefined && format !== 'object-format=sha1') {
    return rejection('only objects named by SHA-1 are here')
  }
  // Lines before the mark are the command and capabilities, those after it its arguments.
  const [command] = lines
  const given = start === -1 ? [] : linesAfter(packets, start)
  if (command === 'command=ls-refs') return listRefs(repository, given)
  if (command === 'command=fetch') return fetchPack(repository, given)
  throw badGitRequest()
}

function linesAfter(packets: readonly Packet[], start: number): readonly string[] {
  return packets
    .slice(start + 1)
    .flatMap((packet) => (typeof packet === 'string' ? [] : [packet.line]))
}

function listRefs({ head }: GitRepository, given: readonly string[]): UploadPackReply {
  const prefixes = valuesOf(given, 'ref-prefix')
  const isAsked = (name: string) =>
    prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix))
  const target = given.includes('symrefs') ? ` symref-target:${mainBranch}` : ''
  const refs = [
    ...(isAsked('HEAD') ? [`${head} HEAD${target}\n`] : []),
    ...(isAsked(mainBranch) ? [`${head} ${mainBranch}\n`] : []),
  ]
  return { parts: [...refs.map(packetOf), flushPacket], delivers: false }
}

function fetchPack(repository: GitRepository, given: readonly string[]): UploadPackReply {
  const { head } = repository
  const wants = valuesOf(given, 'want')
  if (wants.length === 0) throw badGitRequest()
  const foreign = wants.find((oid) => oid !== head)
  if (foreign !== undefined) return unknownRef(foreign)
  const hasHead = valuesOf(given, 'have').includes(head)
  const isDone = given.includes('done')
  if (!isDone && !hasHead) {
    return {
      parts: [packetOf('acknowledgments\n'), packetOf('NAK\n'), flushPacket],
      delivers: false,
    }
  }
  const sections = [
    ...(isDone ? [] : [...acknowledged(head), delimiterPacket]),
    ...shallowInfo(head, given),
    packetOf('packfile\n'),
  ]
  const pack = packfileFor(repository, { hasHead })
  return { parts: concatenated(sections, sideChannel(pack)), delivers: !hasHead }
}

function acknowledged(head: string): readonly Uint8Array[] {
  return [packetOf('acknowledgments\n'), packetOf(`ACK ${head}\n`), packetOf('ready\n')]
}

/** One commit without parents is complete at every depth. */
function shallowInfo(head: string, given: readonly string[]): readonly Uint8Array[] {
  const shallow = valuesOf(given, 'shallow')
  if (shallow.length === 0 && !given.some((line) => line.startsWith('deepen'))) return []
  const complete = shallow.includes(head) ? [packetOf(`unshallow ${head}\n`)] : []
  return [packetOf('shallow-info\n'), ...complete, delimiterPacket]
}

function valuesOf(lines: readonly string[], name: string): readonly string[] {
  const prefix = `${name} `
  return lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length))
}

function* concatenated(
  first: readonly Uint8Array[],
  rest: Iterable<Uint8Array>,
): Generator<Uint8Array> {
  yield* first
  yield* rest
}
