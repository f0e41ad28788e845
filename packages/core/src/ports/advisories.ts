import type { RevisionDigest } from '../base/ids.ts'
import type {
  AdvisoryException,
  AdvisoryList,
  AdvisoryListContent,
  AdvisoryListOwner,
} from '../domain/advisory.ts'

/** The advisory lists of an organisation, and what its owners decided against them. */
export interface AdvisoryStore {
  /** The operator's first. */
  lists(): Promise<readonly AdvisoryList[]>
  /** Replaces the list of the same owner. */
  put(list: AdvisoryList): Promise<void>
  /**
   * Notes a check. False, and nothing changes, where the list has another address or signer by now, or took a higher
   * serial.
   */
  record(list: AdvisoryList): Promise<boolean>
  /** False when there is none. */
  remove(owner: AdvisoryListOwner): Promise<boolean>
  /** The newest first. */
  exceptions(): Promise<readonly AdvisoryException[]>
  /** One for each content; a later one replaces it. */
  except(exception: AdvisoryException): Promise<void>
  /** False when there is none. */
  removeException(digest: RevisionDigest): Promise<boolean>
}

/** Whether a checked list may replace the stored one. Pure. */
export function mayReplace(before: AdvisoryList | null, after: AdvisoryList): boolean {
  if (!before) return false
  const isSame =
    before.url === after.url &&
    before.signer.pem === after.signer.pem &&
    before.signer.identity === after.signer.identity
  return isSame && serialOf(before.content) <= serialOf(after.content)
}

function serialOf(content: AdvisoryListContent | null): number {
  return content?.serial ?? -1
}

/** Reads a list at its address and checks its signature. */
export interface AdvisoryReader {
  /** The signed bytes. Throws ProblemError `advisories.*` or `outbound.*`. */
  read(list: Pick<AdvisoryList, 'url' | 'signer'>): Promise<Uint8Array>
}
