import { createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto'
import {
  type PackageFile,
  type SignatureSummary,
  signatureFile,
  type TrustedSigner,
} from '@repertoire/core/domain'
import { parseBundle, type SignatureBundle, signedBytes } from './parse-bundle.ts'
import { manifestFault } from './signed-manifest.ts'

export interface VerifyOptions {
  readonly signers: readonly TrustedSigner[]
  /** Milliseconds since 1970; certificates count if they are valid then. */
  readonly now: number
}

const codeSigning = '1.3.6.1.5.5.7.3.3'
const curves: Readonly<Record<string, string>> = {
  prime256v1: 'sha256',
  secp384r1: 'sha384',
  secp521r1: 'sha512',
}

/**
 * Who signed a package: the bundle `skill.oms.sig` (OpenSSF Model Signing) against the organisation's trusted
 * signers, offline. `broken` when the signature is wrong or does not stand for exactly these files; `untrusted` when
 * it is right, but by nobody whom the organisation trusts. Never throws.
 */
export function verifySignature(
  files: readonly PackageFile[],
  { signers, now }: VerifyOptions,
): SignatureSummary {
  const file = files.find(({ path }) => path === signatureFile)
  if (!file) return { status: 'unsigned', signer: null, detail: 'Nobody signed it.' }
  const bundle = parseBundle(file.bytes)
  if ('fault' in bundle) return broken(`${signatureFile} ${bundle.fault}.`)
  const [leaf] = bundle.certificates
  if (leaf && !isSignedBy(bundle, leaf.publicKey)) {
    return broken('The signature is not the one of its certificate.', nameOf(leaf))
  }
  const byKey = leaf ? undefined : signers.find((signer) => isKeyOf(signer, bundle))
  const fault = manifestFault(bundle.payload, files)
  if (fault !== null) return broken(fault, byKey?.name ?? (leaf ? nameOf(leaf) : null))
  if (byKey) return good(byKey.name)
  if (!leaf) return untrusted('It is signed with a key that nobody here trusts.', null)
  return judgeChain(bundle.certificates, signers, now)
}

function judgeChain(
  certificates: readonly X509Certificate[],
  signers: readonly TrustedSigner[],
  now: number,
): SignatureSummary {
  const [leaf] = certificates
  if (!leaf) return untrusted('It has no certificate.', null)
  const name = nameOf(leaf)
  const uses = leaf.keyUsage as readonly string[] | undefined
  if (uses && !uses.includes(codeSigning)) {
    return untrusted('Its certificate is not one for signing code.', name)
  }
  const signer = signers.find((one) => isIssuedFor(one, certificates, now))
  if (signer) return good(`${signer.name} (${name})`)
  const outdated = certificates.find((one) => !isValidAt(one, now))
  return untrusted(
    outdated
      ? `The certificate of ${nameOf(outdated)} is valid from ${outdated.validFrom} to ${outdated.validTo}.`
      : 'Its certificate leads to nobody whom the organisation trusts.',
    name,
  )
}

/** Whether the chain leads to the signer's certificate, and the leaf carries the name that the signer signs under. */
function isIssuedFor(
  { pem, identity }: TrustedSigner,
  certificates: readonly X509Certificate[],
  now: number,
): boolean {
  const anchor = certificateOf(pem)
  const [leaf] = certificates
  if (!anchor || !leaf || !isValidAt(anchor, now)) return false
  if (identity !== null && !identitiesOf(leaf).includes(identity)) return false
  if (leaf.fingerprint256 === anchor.fingerprint256) return isValidAt(leaf, now)
  // Without a name every certificate of an authority would count, whoever asked for it.
  if (identity === null) return false
  let current = leaf
  for (const issuer of [...certificates.slice(1), anchor]) {
    if (!isValidAt(current, now)) return false
    if (isIssuer(anchor, current)) return true
    if (!isIssuer(issuer, current)) return false
    current = issuer
  }
  return false
}

function isIssuer(issuer: X509Certificate, subject: X509Certificate): boolean {
  return issuer.ca && subject.checkIssued(issuer) && subject.verify(issuer.publicKey)
}

function isValidAt({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo)
}

function isKeyOf({ pem }: TrustedSigner, bundle: SignatureBundle): boolean {
  if (certificateOf(pem)) return false
  try {
    return isSignedBy(bundle, createPublicKey(pem))
  } catch {
    return false
  }
}

function isSignedBy({ payload, signature }: SignatureBundle, key: KeyObject): boolean {
  const algorithm = algorithmOf(key)
  if (algorithm === undefined) return false
  try {
    return verify(algorithm, signedBytes(payload), key, signature)
  } catch {
    return false
  }
}

/** Null: the key brings its own. Undefined: not one that is taken. */
function algorithmOf(key: KeyObject): string | null | undefined {
  if (key.asymmetricKeyType === 'ed25519') return null
  if (key.asymmetricKeyType !== 'ec') return undefined
  return curves[key.asymmetricKeyDetails?.namedCurve ?? '']
}

function certificateOf(pem: string): X509Certificate | null {
  if (!pem.includes('BEGIN CERTIFICATE')) return null
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

/** The common name, and the e-mail addresses and URIs that the certificate was issued for. */
function identitiesOf({ subject, subjectAltName }: X509Certificate): readonly string[] {
  const common = /^CN=(.+)$/m.exec(subject)?.[1]
  const other = (subjectAltName ?? '')
    .split(', ')
    .flatMap((one) => /^(?:email|URI):(.+)$/.exec(one)?.[1] ?? [])
  return [...(common === undefined ? [] : [common]), ...other]
}

function nameOf(certificate: X509Certificate): string {
  return (identitiesOf(certificate)[0] ?? certificate.subject.replaceAll('\n', ', ')).slice(0, 200)
}

const good = (signer: string): SignatureSummary => ({
  ...{ status: 'good', signer },
  detail: 'Every file is as it was signed, by a signer whom the organisation trusts.',
})

const untrusted = (detail: string, signer: string | null): SignatureSummary => ({
  ...{ status: 'untrusted', signer, detail },
})

const broken = (detail: string, signer: string | null = null): SignatureSummary => ({
  ...{ status: 'broken', signer, detail },
})
