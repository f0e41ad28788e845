import { createPublicKey, X509Certificate } from 'node:crypto'
import type { Problem } from '@repertoire/core/base'
import type { TrustedSigner } from '@repertoire/core/domain'

/** Why nothing could be verified by a signer; undefined when it can. Pure. Problem: `settings.signer-invalid`. */
export function signerProblem({ name, pem, identity }: TrustedSigner): Problem | undefined {
  const isCertificate = pem.includes('BEGIN CERTIFICATE')
  if (pem.includes('PRIVATE KEY')) {
    return invalid(
      name,
      'This is a private key.',
      'Whoever has it signs as its owner: give the public key, and make a new pair.',
    )
  }
  if (isCertificate) return certificateProblem({ name, pem, identity })
  if (identity !== null) {
    return invalid(
      name,
      'A bare key carries no name.',
      'Leave `identity` out, or give a certificate.',
    )
  }
  try {
    const { asymmetricKeyType: type = 'unknown' } = createPublicKey(pem)
    if (type === 'ed25519' || type === 'ec') return undefined
    return invalid(
      name,
      `Keys of the type ${type} are not taken.`,
      'Use Ed25519, or ECDSA with P-256, P-384 or P-521.',
    )
  } catch {
    return invalid(
      name,
      'Its PEM is neither a public key nor a certificate.',
      'Copy all of it, with the lines BEGIN and END.',
    )
  }
}

function certificateProblem({ name, pem, identity }: TrustedSigner): Problem | undefined {
  try {
    const { ca } = new X509Certificate(pem)
    if (!ca || identity !== null) return undefined
    return invalid(
      name,
      'An authority issues certificates for others too.',
      'Say in `identity` whose certificates count: a common name, an e-mail address or a URI.',
    )
  } catch {
    return invalid(
      name,
      'Its certificate cannot be read.',
      'Give one certificate in PEM, with the lines BEGIN and END.',
    )
  }
}

function invalid(name: string, what: string, hint: string): Problem {
  return {
    code: 'settings.signer-invalid',
    kind: 'invalid',
    message: `The trusted signer ${JSON.stringify(name)} cannot be used. ${what}`,
    hint,
  }
}
