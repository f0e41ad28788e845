import { execFileSync } from 'node:child_process'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { type PackageFile, signatureFile, type TrustedSigner } from '@repertoire/core/domain'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PackageSigner, signPackage } from './sign-package.ts'
import { signerProblem } from './signer-problem.ts'
import { type Authority, createAuthority } from './testing/certificates.ts'
import { modelSigningVector } from './testing/model-signing-vector.ts'
import { verifySignature } from './verify-signature.ts'

/** Later than the certificates that the tests make. */
const now = Date.now() + 60_000
const file = (path: string, text: string | Uint8Array): PackageFile => ({
  ...{ path, executable: false },
  bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
})
const files = [
  file('SKILL.md', '---\nname: triage\ndescription: Finds causes.\n---\nLook.\n'),
  file('scripts/run.sh', 'echo done\n'),
  file('.gitignore', 'dist\n'),
]
const keySigner = (): PackageSigner => ({
  ...generateKeyPairSync('ed25519'),
  certificates: [],
})
const pemOf = ({ publicKey }: PackageSigner) =>
  publicKey.export({ type: 'spki', format: 'pem' }).toString()
const trusting = (pem: string, identity: string | null = null): TrustedSigner => ({
  ...{ name: 'Ops team', pem, identity },
})

function signed(by: PackageSigner, content = files): readonly PackageFile[] {
  return [...content, file(signatureFile, signPackage('triage', content, by))]
}

/** The signed package with another bundle, made of its own by `change`. */
function rewritten(by: PackageSigner, change: (bundle: Bundle) => void): readonly PackageFile[] {
  const bundle = JSON.parse(Buffer.from(signPackage('triage', files, by)).toString()) as Bundle
  change(bundle)
  return [...files, file(signatureFile, JSON.stringify(bundle))]
}

interface Bundle {
  dsseEnvelope: { payload: string; payloadType: string; signatures: { sig: string }[] }
  verificationMaterial: object
}

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('signatures by a key', () => {
  const signer = keySigner()
  const signers = [trusting(pemOf(signer))]
  const verify = (content: readonly PackageFile[]) => verifySignature(content, { signers, now })

  it('a signed package is good, an unsigned one says so, and an unknown signer is named so', () => {
    expect(verify(signed(signer))).toMatchObject({ status: 'good', signer: 'Ops team' })
    expect(verify(files).status).toBe('unsigned')
    expect(verify(signed(keySigner())).status).toBe('untrusted')
  })

  it('what model_signing signed is good', () => {
    const { publicKey, files: texts } = modelSigningVector
    const content = Object.entries(texts).map(([path, text]) => file(path, text))
    const options = { signers: [trusting(publicKey)], now }
    expect(verifySignature(content, options).status).toBe('good')
  })

  it('ECDSA with P-256 counts as Ed25519 does', () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const by = { ...pair, certificates: [] }
    const options = { signers: [trusting(pemOf(by))], now }
    expect(verifySignature(signed(by), options).status).toBe('good')
  })

  it('a changed, missing, added or renamed file breaks it, and is named', () => {
    const [skill, script, ignored, signature] = signed(signer) as [
      PackageFile,
      PackageFile,
      PackageFile,
      PackageFile,
    ]
    const cases: readonly [string, readonly PackageFile[]][] = [
      ['scripts/run.sh', [skill, file('scripts/run.sh', 'rm -rf ~\n'), ignored, signature]],
      ['scripts/run.sh', [skill, ignored, signature]],
      ['scripts/more.sh', [skill, script, file('scripts/more.sh', 'x'), ignored, signature]],
      ['scripts/run.sh', [skill, { ...script, path: 'scripts/RUN.sh' }, ignored, signature]],
    ]
    for (const [named, content] of cases) {
      const { status, detail } = verify(content)
      expect([status, detail.includes(named)]).toEqual(['broken', true])
    }
  })

  it('is never good for other bytes, whatever is flipped in files or signature', () => {
    const content = signed(signer)
    const flips = fc.tuple(fc.nat(content.length - 1), fc.nat(), fc.integer({ min: 1, max: 255 }))
    fc.assert(
      fc.property(flips, ([at, offset, mask]) => {
        const changed = content.map((one, index) => (index === at ? flip(one, offset, mask) : one))
        const { status } = verify(changed)
        const isSame = JSON.stringify(changed) === JSON.stringify(content)
        // White space and the order of keys of the bundle are not signed; what it says is.
        const isLoose = content[at]?.path === signatureFile
        if (!isSame && !isLoose) expect(status).toBe('broken')
        if (isLoose && status === 'good') expect(saysOf(changed)).toEqual(saysOf(content))
      }),
      { numRuns: 300 },
    )
  })

  it('another type of payload, more signatures, or a statement of another kind is none', () => {
    const faults: ((bundle: Bundle) => void)[] = [
      ({ dsseEnvelope }) => {
        dsseEnvelope.payloadType = 'application/json'
      },
      ({ dsseEnvelope }) => {
        dsseEnvelope.signatures.push({ sig: 'AAAA' })
      },
      ({ dsseEnvelope }) => {
        dsseEnvelope.signatures = []
      },
    ]
    for (const fault of faults) expect(verify(rewritten(signer, fault)).status).toBe('broken')
    for (const text of ['', '{', '[]', 'null', '{"mediaType":1}', 'x'.repeat(3_000_000)]) {
      expect(verify([...files, file(signatureFile, text)]).status).toBe('broken')
    }
  })

  it('a signature that leaves paths out, or is for another set of files, does not count', () => {
    const other = [file('SKILL.md', 'Other.')]
    const moved = [...files, file(signatureFile, signPackage('triage', other, signer))]
    expect(verify(moved).status).toBe('broken')
    const partly = rewritten(signer, (bundle) => {
      const statement = JSON.parse(Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString())
      statement.predicate.serialization.ignore_paths = ['scripts']
      bundle.dsseEnvelope.payload = Buffer.from(JSON.stringify(statement)).toString('base64')
    })
    expect(verify(partly).status).not.toBe('good')
  })
})

describe.skipIf(!hasOpenssl())('signatures by a certificate', () => {
  let authority: Authority
  let other: Authority
  beforeAll(() => {
    authority = createAuthority()
    other = createAuthority('Other authority')
  })
  afterAll(() => {
    authority.close()
    other.close()
  })
  const verify = (content: readonly PackageFile[], signers: readonly TrustedSigner[], at = now) =>
    verifySignature(content, { signers, now: at })

  it('counts for the name that the organisation trusts at that authority alone', () => {
    const content = signed(authority.issue('ann'))
    expect(verify(content, [trusting(authority.pem, 'ann')])).toMatchObject({
      ...{ status: 'good', signer: 'Ops team (ann)' },
    })
    expect(verify(content, [trusting(authority.pem, 'ann@example.org')]).status).toBe('good')
    for (const signers of [
      [trusting(authority.pem, 'bob')],
      [trusting(authority.pem)],
      [trusting(other.pem, 'ann')],
      [],
    ]) {
      expect(verify(content, signers)).toMatchObject({ status: 'untrusted', signer: 'ann' })
    }
  })

  it('a signer’s own certificate can be trusted', () => {
    const by = authority.issue('ann')
    const pem = by.certificates[0]?.toString() ?? ''
    expect(verify(signed(by), [trusting(pem)]).status).toBe('good')
    expect(verify(signed(authority.issue('ann')), [trusting(pem)]).status).toBe('untrusted')
  })

  it('an ended certificate, and one that is not for code, count no more', () => {
    const signers = [trusting(authority.pem, 'ann')]
    const later = now + 60 * 24 * 60 * 60 * 1_000
    expect(verify(signed(authority.issue('ann')), signers, later)).toMatchObject({
      ...{ status: 'untrusted', detail: expect.stringContaining('valid from') },
    })
    const web = signed(authority.issue('ann', { use: 'serverAuth' }))
    expect(verify(web, signers)).toMatchObject({
      detail: expect.stringContaining('not one for signing code'),
    })
  })

  it('a certificate that somebody signed without being an authority counts for nothing', () => {
    const impostor = authority.issue('eve')
    const victim = other.issue('ann')
    const forged = {
      ...victim,
      certificates: [...victim.certificates.slice(0, 1), ...impostor.certificates],
    }
    expect(verify(signed(forged), [trusting(authority.pem, 'ann')]).status).toBe('untrusted')
    const borrowed = { ...impostor, certificates: authority.issue('ann').certificates }
    expect(verify(signed(borrowed), [trusting(authority.pem, 'ann')]).status).toBe('broken')
  })

  it('a trusted signer has to be one that can verify something', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const pem = (key: typeof publicKey) => key.export({ type: 'spki', format: 'pem' }).toString()
    expect(signerProblem(trusting(pem(publicKey)))).toBeUndefined()
    expect(signerProblem(trusting(authority.pem, 'ann'))).toBeUndefined()
    const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
    for (const wrong of [
      trusting(secret),
      trusting('nothing'),
      trusting(authority.pem),
      trusting(pem(publicKey), 'ann'),
      trusting(pem(createPublicKey(rsa.privateKey))),
    ]) {
      expect(signerProblem(wrong)?.code).toBe('settings.signer-invalid')
    }
    expect(signerProblem(trusting(secret))?.message).not.toContain(secret.slice(30, 60))
  })
})

function flip(one: PackageFile, offset: number, mask: number): PackageFile {
  const bytes = Uint8Array.from(one.bytes)
  const at = offset % bytes.length
  bytes[at] = (bytes[at] ?? 0) ^ mask
  return { ...one, bytes }
}

/** What a bundle says: its payload and signature as bytes. */
function saysOf(content: readonly PackageFile[]) {
  const bytes = content.find(({ path }) => path === signatureFile)?.bytes ?? new Uint8Array()
  const { dsseEnvelope } = JSON.parse(new TextDecoder().decode(bytes)) as Bundle
  const [signature] = dsseEnvelope.signatures
  return [dsseEnvelope.payload, signature?.sig].map((text) => Buffer.from(text ?? '', 'base64'))
}
