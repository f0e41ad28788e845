import type { Me, PasskeyBody, PasskeyCreate, PasskeyLogin } from '@repertoire/protocol'
import { api } from '../../shared/api/api.ts'

/** Whether this browser and address can use passkeys. */
export function supportsPasskeys(): boolean {
  return (
    window.isSecureContext &&
    typeof PublicKeyCredential !== 'undefined' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    // Passkeys belong to a name.
    !/^[\d.]+$|^\[/.test(location.hostname)
  )
}

/** Asks the device for a passkey of this site. Rejects with a DOMException when the person does not want to. */
export async function logInWithPasskey(): Promise<Me> {
  const { options } = await api.passkeys.startLogin()
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const answer = credentialOf(await navigator.credentials.get({ publicKey }))
  return api.passkeys.login({ response: answer.toJSON() as PasskeyLogin['response'] })
}

/** Lets the device make a passkey. Rejects as {@link logInWithPasskey}. */
export async function addPasskey(name: string): Promise<PasskeyBody> {
  const { options } = await api.passkeys.prepare()
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const made = credentialOf(await navigator.credentials.create({ publicKey }))
  return api.passkeys.create({ name, response: made.toJSON() as PasskeyCreate['response'] })
}

/** The person closed the dialog of the device, or it took too long. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotAllowedError'
}

function credentialOf(credential: Credential | null): PublicKeyCredential {
  if (credential instanceof PublicKeyCredential) return credential
  throw new Error('the browser gave no passkey')
}
