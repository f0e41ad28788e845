import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type PackageSigner, signPackage } from '../ingestion/signatures/sign-package.ts'

export interface AdvisorySite {
  readonly url: string
  /** The public key of its signer. */
  readonly pem: string
  /** Serves a list that its signer signed; null answers 404. */
  publish(list: object | null): void
  /** Serves a list with another signature, or none. */
  publishAs(list: object, signature: Uint8Array | null): void
  close(): Promise<void>
}

export function newSigner(): PackageSigner {
  return { ...generateKeyPairSync('ed25519'), certificates: [] }
}

export function signList(list: object, signer: PackageSigner): Uint8Array {
  return signPackage('advisories', [fileOf(list)], signer)
}

export function pemOf({ publicKey }: PackageSigner): string {
  return publicKey.export({ type: 'spki', format: 'pem' }).toString()
}

function fileOf(list: object) {
  const bytes = new TextEncoder().encode(JSON.stringify(list))
  return { path: 'advisories.json', bytes, executable: false }
}

/** A web site on loopback that publishes an advisory list. */
export async function startAdvisorySite(
  signer: PackageSigner = newSigner(),
): Promise<AdvisorySite> {
  let pages = new Map<string, Uint8Array>()
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    response.writeHead(page ? 200 : 404).end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const publishAs = (list: object, signature: Uint8Array | null) => {
    pages = new Map([['/list.json', fileOf(list).bytes]])
    if (signature) pages.set('/list.json.sig', signature)
  }
  return {
    url: `http://127.0.0.1:${port}/list.json`,
    pem: pemOf(signer),
    publish: (list) => {
      pages = new Map()
      if (list) publishAs(list, signList(list, signer))
    },
    publishAs,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
