import type { AuthoredToolId, ConversationId, Timestamp, UserId } from '../base/ids.ts'
import type { JsonObject } from '../base/json.ts'

export const authoredKinds = ['tool', 'library'] as const
/** A tool is called by an agent, a library by the code of tools and of other libraries (`require`). */
export type AuthoredKind = (typeof authoredKinds)[number]

/** What an agent writes of it; all of it makes the digest. */
export interface AuthoredText {
  readonly description: string
  /** JSON schema of a tool's input, within the subset {@link parametersProblem} takes; null for a library. */
  readonly parameters: JsonObject | null
  /** A tool: the body of an async function. A library: a CommonJS module. */
  readonly code: string
}

/** One state of it. Never changes. */
export interface AuthoredVersion extends AuthoredText {
  /** Counts from 1. */
  readonly number: number
  /** `sha256:<64 hex>` over kind, name and text. */
  readonly digest: string
  /** Names of the libraries the code asks for, sorted. */
  readonly requires: readonly string[]
  readonly reason: string
  readonly author: 'agent' | 'user'
  /** Written in a turn that had read nothing from outside the organisation. */
  readonly trusted: boolean
  /** Where it was written; null when a person restored it. */
  readonly conversationId: ConversationId | null
  readonly createdAt: Timestamp
}

/** What stays the same whatever its text is. */
export interface AuthoredIdentity {
  readonly id: AuthoredToolId
  readonly kind: AuthoredKind
  /** Unique among the owner's of the kind that are not deleted. */
  readonly name: string
  /** For whom the agent worked: it is theirs, and nobody else's agent ever sees it. */
  readonly owner: UserId
  readonly enabled: boolean
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
  /** Since when it is in the bin; null while it is in use. */
  readonly deletedAt: Timestamp | null
}

/** With its newest version, but for the code, which can be long. */
export interface AuthoredHead extends AuthoredIdentity {
  readonly head: Omit<AuthoredVersion, 'code'>
}

/** A tool or library that an agent wrote for a person (B5), with its newest version. */
export interface AuthoredTool extends AuthoredIdentity {
  readonly head: AuthoredVersion
}

/** A person's yes to exactly this code, that of every library it reaches included. */
export interface AuthoredGrant {
  readonly toolId: AuthoredToolId
  /** Of the whole, see `closureDigest`. */
  readonly digest: string
  /** Of the tool itself, to show later what has changed since. */
  readonly version: number
  /** All it reached then, by name. */
  readonly libraries: readonly {
    readonly id: AuthoredToolId
    readonly name: string
    readonly version: number
  }[]
  readonly grantedBy: UserId
  readonly grantedAt: Timestamp
}

/** How much there may be of it. */
export const authoredLimits = {
  /** Of each kind and person, those in the bin not counted. */
  perPerson: 40,
  /** UTF-16 units. */
  code: 32_000,
  description: 1_000,
  reason: 1_000,
  /** UTF-16 units of the schema as JSON. */
  parameters: 8_000,
  /** UTF-16 units of a tool and all it requires, together. */
  closure: 128_000,
  /** Libraries that one tool reaches. */
  libraries: 20,
  /** Libraries on the longest way from a tool. */
  depth: 8,
  /** Versions that are kept of one; at the end nothing more can be written to it. */
  versions: 500,
  /** How long what was deleted can be brought back. */
  trashRetentionMs: 30 * 24 * 60 * 60_000,
} as const
