import { Notice } from '../../shared/design/notice.tsx'

interface Explanation {
  readonly title: string
  readonly text: string
}

/** By the code of the server. What the identity provider wrote is not shown: anybody can put words in a link. */
const explanations: Readonly<Record<string, Explanation>> = {
  'session.ended': {
    title: 'Your session has ended',
    text: 'It expired, or was ended elsewhere. Sign in, and you are back where you were.',
  },
  'sign-on.email-refused': {
    title: 'Your e-mail address is not let in',
    text: 'It has to be confirmed at your identity provider, and be one of this organisation.',
  },
  'sign-on.no-role': {
    title: 'You are in no group that may sign in here',
    text: 'Ask an admin to add you to one at your identity provider.',
  },
  'sign-on.removed': {
    title: 'Your account here was removed',
    text: 'An admin can let you in again under Settings → Members.',
  },
  'sign-on.refused': {
    title: 'Your identity provider did not sign you in',
    text: 'Try again, or ask whoever manages it.',
  },
  'sign-on.expired': {
    title: 'This login was not started in this browser, or took too long',
    text: 'Start again below. Cookies have to be allowed for this page.',
  },
  'sign-on.unavailable': {
    title: 'The identity provider cannot be reached',
    text: 'Try again in a minute. The log of the server says why.',
  },
  'sign-on.other-address': {
    title: 'Single sign-on works at another address of this server',
    text: 'Open the page at the address that your organisation uses.',
  },
  'auth.too-many-attempts': {
    title: 'Too many failed logins from your address',
    text: 'Try again in a minute.',
  },
}

const unknown: Explanation = {
  title: 'Single sign-on did not work',
  text: 'Try again. The log of the server says why.',
}

export function SignOnProblem({ code }: { readonly code: string }) {
  const { title, text } = Object.hasOwn(explanations, code)
    ? (explanations[code] ?? unknown)
    : unknown
  return (
    <Notice tone="bad" urgent title={title}>
      {text}
    </Notice>
  )
}
