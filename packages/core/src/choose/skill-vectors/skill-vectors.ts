import type { RevisionDigest } from '../../base/ids.ts'
import { writeMeaning } from '../meaning/text-meaning.ts'

/** Vectors are kept in sixteen parts, by the last hex digit of the digest: a change writes the parts that it touches. */
export function partOf(digest: RevisionDigest): number {
  return Number.parseInt(digest.at(-1) ?? '', 16) || 0
}

/** A vector of a model as whole numbers, in the form that meanings of words have. */
export function toMeaning(vector: Float32Array): Int8Array {
  const meaning = new Int8Array(vector.length)
  writeMeaning(vector, meaning)
  return meaning
}

/** The vectors of one tenant's skills, by the digest of their revision, all of the same model and size. */
export class SkillVectors {
  private readonly vectors = new Map<RevisionDigest, Int8Array>()
  private readonly changed = new Set<number>()
  private dimensions = 0

  get size(): number {
    return this.vectors.size
  }

  get byteLength(): number {
    return this.vectors.size * this.dimensions
  }

  get(digest: RevisionDigest): Int8Array | undefined {
    return this.vectors.get(digest)
  }

  has(digest: RevisionDigest): boolean {
    return this.vectors.has(digest)
  }

  /** False, and all others are gone, if the model now gives vectors of another size. */
  put(digest: RevisionDigest, vector: Int8Array): boolean {
    const isSameSize = this.dimensions === vector.length || this.vectors.size === 0
    if (!isSameSize) this.retain(new Set())
    this.dimensions = vector.length
    this.vectors.set(digest, vector)
    this.changed.add(partOf(digest))
    return isSameSize
  }

  /** Removes all others. */
  retain(digests: ReadonlySet<RevisionDigest>): void {
    for (const digest of this.vectors.keys()) {
      if (digests.has(digest)) continue
      this.vectors.delete(digest)
      this.changed.add(partOf(digest))
    }
  }

  /** The parts that changed since they were kept. */
  changedParts(): readonly number[] {
    return [...this.changed].sort((a, b) => a - b)
  }

  markKept(part: number): void {
    this.changed.delete(part)
  }

  markChanged(part: number): void {
    this.changed.add(part)
  }

  /** The vectors of a part, ordered by digest. */
  ofPart(part: number): readonly (readonly [RevisionDigest, Int8Array])[] {
    return [...this.vectors]
      .filter(([digest]) => partOf(digest) === part)
      .sort(([a], [b]) => (a < b ? -1 : 1))
  }
}
