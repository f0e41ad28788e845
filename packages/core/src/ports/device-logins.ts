import type { ApiKeyId, Timestamp } from '../base/ids.ts'
import type { Permission } from '../domain/principal.ts'

/** A program that asks for a key and shows a short code. Of its secrets only hashes are kept. */
export interface DeviceLogin {
  /** Hash of the secret by which the program fetches the answer. */
  readonly codeHash: string
  /** What a person types. */
  readonly userCode: string
  /** Untrusted text. */
  readonly name: string
  readonly address: string
  /** Null: whatever the person gives. */
  readonly scopes: readonly Permission[] | null
  /** Of the key that it gets, if a person agrees. */
  readonly key: ReservedKey
  readonly requestedAt: Timestamp
  readonly expiresAt: Timestamp
}

/** A key that somebody else has the secret of, before it counts. */
export interface ReservedKey {
  readonly publicId: string
  readonly hash: string
}

export type DeviceAnswer =
  | { readonly is: 'denied' }
  | { readonly is: 'granted'; readonly keyId: ApiKeyId; readonly expiresAt: Timestamp | null }

export type FetchedAnswer =
  | { readonly is: 'pending' | 'expired' }
  | (DeviceAnswer & { readonly key: ReservedKey })

/** Of no organisation until a person answers; all processes over one database share them. */
export interface DeviceLoginStore {
  /** Forgets expired ones, and the oldest beyond `maxOpen`. False, and nothing is kept, when the user code is taken. */
  start(login: DeviceLogin, maxOpen: number): Promise<boolean>
  /** By its user code; null when there is none, or it is answered or expired. */
  find(userCode: string, now: Timestamp): Promise<DeviceLogin | null>
  /** The first answer counts; false when it is not open any more. */
  answer(userCode: string, answer: DeviceAnswer, now: Timestamp): Promise<boolean>
  /** An answer is given once. */
  fetch(codeHash: string, now: Timestamp): Promise<FetchedAnswer>
}
