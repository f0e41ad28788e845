import { ProblemError } from '@repertoire/core/base'
import { type AdvisoryList, signatureFile } from '@repertoire/core/domain'
import { maxAdvisoryListBytes } from '@repertoire/core/ingest'
import type { AdvisoryReader, Clock } from '@repertoire/core/ports'
import { createNetwork, type NetworkOptions } from '../../platform/outbound/network.ts'
import { verifySignature } from '../signatures/verify-signature.ts'

export interface AdvisoryReaderOptions extends NetworkOptions {
  readonly clock: Clock
}

export interface OpenAdvisoryReader extends AdvisoryReader {
  /** Closes every connection. */
  close(): Promise<void>
}

/** The name under which the list is signed, whatever its address is. */
const signedName = 'advisories.json'

/**
 * Reads an advisory list and, beside it under the same address with `.sig`, its signature: that of a package whose one file
 * is `advisories.json`.
 */
export function createAdvisoryReader(options: AdvisoryReaderOptions): OpenAdvisoryReader {
  const network = createNetwork(options, { bytes: maxAdvisoryListBytes })
  async function bytesAt(url: string): Promise<Uint8Array> {
    const response = await network.fetch(url, { headers: { accept: 'application/json, */*' } })
    if (response.status === 200) return new Uint8Array(await response.arrayBuffer())
    void response.body?.cancel().catch(() => undefined)
    throw new ProblemError(notAnswered(response.status))
  }
  return {
    read: async ({ url, signer }) => {
      const bytes = await bytesAt(url)
      const signature = await bytesAt(signatureAddress(url)).catch(asUnsigned)
      checkSigned({ bytes, signature }, { signer, now: options.clock.now() })
      return bytes
    },
    close: network.close,
  }
}

export function signatureAddress(url: string): string {
  const address = new URL(url)
  address.pathname += '.sig'
  return address.href
}

function asUnsigned(error: unknown): never {
  if (error instanceof ProblemError && error.problem.code === 'advisories.unreachable') {
    throw new ProblemError(unsigned('There is no signature beside it.'))
  }
  throw error
}

function checkSigned(
  { bytes, signature }: { readonly bytes: Uint8Array; readonly signature: Uint8Array },
  { signer, now }: Pick<AdvisoryList, 'signer'> & { readonly now: number },
): void {
  const files = [
    { path: signedName, bytes, executable: false },
    { path: signatureFile, bytes: signature, executable: false },
  ]
  const { status, detail } = verifySignature(files, { signers: [signer], now })
  if (status !== 'good') throw new ProblemError(unsigned(detail))
}

function unsigned(detail: string) {
  return {
    code: 'advisories.unsigned',
    kind: 'forbidden',
    message: `The advisory list is not signed by the signer that was named. ${detail}`,
    hint: 'Nothing changed. Ask whoever publishes the list, by another way than the list itself.',
  } as const
}

function notAnswered(status: number) {
  return {
    code: 'advisories.unreachable',
    kind: 'unavailable',
    message: `The advisory list was not answered: the server said ${status}.`,
    hint: 'Nothing changed. Check the address; it is tried again by itself.',
    details: { status },
  } as const
}
