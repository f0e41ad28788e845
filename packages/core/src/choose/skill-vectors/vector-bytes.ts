import type { RevisionDigest } from '../../base/ids.ts'

/** Another form of the text that is sent gives other vectors. */
const textForm = 1
const newline = 10

type Row = readonly [RevisionDigest, Int8Array]

/** Vectors of one model as bytes: a line of JSON, then the components. The same rows give the same bytes. */
export function vectorBytes(model: string, rows: readonly Row[]): Uint8Array {
  const dimensions = rows[0]?.[1].length ?? 0
  const digests = rows.map(([digest]) => digest)
  const head = `${JSON.stringify({ textForm, model, dimensions, digests })}\n`
  const line = new TextEncoder().encode(head)
  const bytes = new Uint8Array(line.length + rows.length * dimensions)
  bytes.set(line)
  for (const [at, [, { buffer, byteOffset }]] of rows.entries())
    bytes.set(new Uint8Array(buffer, byteOffset, dimensions), line.length + at * dimensions)
  return bytes
}

/** None for bytes of another model, and for anything else than {@link vectorBytes}. */
export function readVectorBytes(model: string, bytes: Uint8Array): readonly Row[] {
  const end = bytes.indexOf(newline)
  const head = end < 0 ? null : readHead(bytes.subarray(0, end))
  if (head === null || head.textForm !== textForm || head.model !== model) return []
  const { dimensions, digests } = head
  if (bytes.length !== end + 1 + digests.length * dimensions) return []
  return digests.map((digest, at) => {
    const start = bytes.byteOffset + end + 1 + at * dimensions
    return [digest, new Int8Array(bytes.buffer, start, dimensions)]
  })
}

interface Head {
  readonly textForm: unknown
  readonly model: unknown
  readonly dimensions: number
  readonly digests: readonly RevisionDigest[]
}

function readHead(line: Uint8Array): Head | null {
  const head = parse(line)
  if (typeof head !== 'object' || head === null) return null
  if (!('dimensions' in head && 'digests' in head && 'model' in head && 'textForm' in head))
    return null
  const { textForm, model, dimensions, digests } = head
  if (!Number.isInteger(dimensions) || (dimensions as number) < 1) return null
  if (!Array.isArray(digests) || !digests.every((digest) => typeof digest === 'string')) return null
  return { textForm, model, dimensions: dimensions as number, digests: digests as RevisionDigest[] }
}

function parse(line: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(line))
  } catch {
    return null
  }
}
