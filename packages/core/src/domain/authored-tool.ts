import type { AuthoredToolId, ConversationId, Timestamp, UserId } from '../base/ids.ts'
import type { JsonObject } from '../base/json.ts'

export const authoredKinds = ['tool', 'library'] as const
/** A tool is called by an agent, a library by the code of tools and of other libraries (`require`). */
export type AuthoredKind = (typeof authoredKinds)[number]

/** The part that an agent writes. The digest covers all of it. */
export interface AuthoredText {
  readonly description: string
  /**
   * JSON schema of a tool's input, in the subset that {@link parametersProblem} accepts; null for a
   * library.
   */
  readonly parameters: JsonObject | null
  /** A tool: the body of an async function. A library: a CommonJS module. */
  readonly code: string
}

/** An immutable version. */
export interface AuthoredVersion extends AuthoredText {
  /** Counts from 1. */
  readonly number: number
  /** `sha256:<64 hex>` over kind, name and text. */
  readonly digest: string
  /** Names of the libraries that the code requires, sorted. */
  readonly requires: readonly string[]
  readonly reason: string
  readonly author: 'agent' | 'user'
  /** Written in a conversation that had read no external content. */
  readonly trusted: boolean
  /** The conversation it was written in; null when a person restored it. */
  readonly conversationId: ConversationId | null
  readonly createdAt: Timestamp
}

/** The part that does not depend on the version. */
export interface AuthoredIdentity {
  readonly id: AuthoredToolId
  readonly kind: AuthoredKind
  /** Unique among the owner's tools, or libraries, that are not deleted. */
  readonly name: string
  /** The person the agent worked for. Agents of other people never see it. */
  readonly owner: UserId
  readonly enabled: boolean
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
  /** When it was moved to the trash; null while it is in use. */
  readonly deletedAt: Timestamp | null
}

/** With the newest version, but without the code, which can be long. */
export interface AuthoredHead extends AuthoredIdentity {
  readonly head: Omit<AuthoredVersion, 'code'>
}

/** A tool or library that an agent wrote for a person, with its newest version. */
export interface AuthoredTool extends AuthoredIdentity {
  readonly head: AuthoredVersion
}

/** A person's approval, bound to the digest of the tool's code and of all libraries it requires. */
export interface AuthoredGrant {
  readonly toolId: AuthoredToolId
  /** The digest of the whole closure, see `closureDigest`. */
  readonly digest: string
  /** The version of the tool, to show later what has changed since. */
  readonly version: number
  /** All libraries the tool required then, by name. */
  readonly libraries: readonly {
    readonly id: AuthoredToolId
    readonly name: string
    readonly version: number
  }[]
  readonly grantedBy: UserId
  readonly grantedAt: Timestamp
}

/** Limits of authored tools and libraries. */
export const authoredLimits = {
  /** Tools, and libraries, of one person; those in the trash do not count. */
  perPerson: 40,
  /** UTF-16 units. */
  code: 32_000,
  description: 1_000,
  reason: 1_000,
  /** UTF-16 units of the schema as JSON. */
  parameters: 8_000,
  /** UTF-16 units of a tool and its libraries together. */
  closure: 128_000,
  /** Libraries that one tool requires, directly or not. */
  libraries: 20,
  /** The length of the longest chain of libraries that require each other. */
  depth: 8,
  /** Versions of one tool; when the limit is reached no further one can be written. */
  versions: 500,
  /** How long a deleted tool can be restored. */
  trashRetentionMs: 30 * 24 * 60 * 60_000,
} as const
