import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto'
import type { PackageFile } from '@repertoire/core/domain'
import { payloadType, signedBytes } from './parse-bundle.ts'
import { statementFor } from './signed-manifest.ts'

export interface PackageSigner {
  /** Ed25519, or ECDSA with P-256. */
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  /** Leaf first; empty to sign with the bare key. */
  readonly certificates: readonly X509Certificate[]
}

/** The signature file of a package (OpenSSF Model Signing, Sigstore bundle v0.3), for its path `skill.oms.sig`. */
export function signPackage(
  name: string,
  files: readonly PackageFile[],
  { privateKey, publicKey, certificates }: PackageSigner,
): Uint8Array {
  const payload = statementFor(name, files)
  const algorithm = privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  const signature = sign(algorithm, signedBytes(payload), privateKey)
  const chain = certificates.map(({ raw }) => ({ rawBytes: raw.toString('base64') }))
  const bundle = {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: {
      ...(chain.length > 0
        ? { x509CertificateChain: { certificates: chain } }
        : { publicKey: { hint: keyId(publicKey) } }),
      tlogEntries: [],
    },
    dsseEnvelope: {
      payload: Buffer.from(payload).toString('base64'),
      payloadType,
      signatures: [{ sig: signature.toString('base64'), keyid: '' }],
    },
  }
  return Buffer.from(`${JSON.stringify(bundle, null, 2)}\n`)
}

/** SHA-256 of a public key in PEM, as hexadecimal: the hint by which model_signing finds the key. */
function keyId(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'pem' }))
    .digest('hex')
}
