import type { Meaning } from './sentence-meanings.ts'

const credentialFile = String.raw`~?\/?\.(?:ssh\b|aws\b|netrc\b|git-credentials|kube\b|docker\/config|gnupg\b|npmrc\b|pypirc\b|env\b(?!\.(?:example|sample|template))|config\/(?:gcloud|gh\b|google-chrome|chromium)|mozilla\/firefox|password-store)`
/** What is a person's own and nobody else's, in words or as a path. */
const personal = new RegExp(
  [
    String.raw`(?<![\w.])(?:${credentialFile})`,
    String.raw`\b(?:id_rsa|id_ed25519|kubeconfig|keychain|login\sdata|seed\sphrase|recovery\s(?:phrase|words))\b`,
    String.raw`\b(?:saved|stored|pasted)\s(?:\w{1,12}\s){0,2}?(?:passwords?|logins?|credentials?|secrets?)\b`,
    String.raw`\b(?:session|login|browser|auth(?:entication)?)\scookies?\b|\bcookies?\b[^.]{0,60}?\b(?:chrome|firefox|browser|safari|profile)\b|\bsigned-in\sstate\b`,
    String.raw`\b(?:credentials?\sfiles?|files?\swith\scredentials?|password\s(?:store|manager|vault))\b`,
    String.raw`\b(?:everything|all|whatever|anything|every\smessage)\s(?:that\s)?(?:the\s)?(?:person|user|customer|client|human|they|you\sboth)\s(?:has\s|have\s|had\s)?(?:typed|said|wrote|written|pasted|told|asked|shared)\b`,
    String.raw`\b(?:whole|entire|full|complete|unshortened|verbatim)\s(?:conversation|chat|transcript|dialogue|session|thread)\b|\b(?:conversation|chat)\s(?:history|log|so\sfar)\b`,
  ].join('|'),
)
/** What documents of services speak of, too. */
const keys =
  /\b(?:access|private|secret|signing|ssh)\skeys?\b|\benvironment\svariables?\b|\bprocess\senvironment\b|\bprintenv\b/
const notRefused = String.raw`(?<!\b(?:never|not|don't|avoid|cannot|without|nothing|no)\s(?:\w{1,12}\s){0,2})`
/** That it goes somewhere. */
const carries = new RegExp(
  String.raw`${notRefused}\b(?:send|submit|post|upload|forward|transmit|deliver|hand|ship|mail|email|attach|include|enclose|publish|push|put|paste|copy|report|encode|spell|append|look\sup|look\sthe)\b`,
)
const foreign = String.raw`https?:\/\/(?!(?:localhost|127\.|0\.0\.0\.0|\[::1\]|(?:[\w-]{1,60}\.)?example\.(?:com|org|net)|docs?\.|[\w-]{1,40}\.readthedocs|developer|github\.com\/[^\s\x60)]{1,80}\/(?:blob|tree|releases)))[\w.-]{3,200}`
/** That somebody else reads it there. */
const elsewhere = new RegExp(
  [
    foreign,
    String.raw`\bgh\s(?:issue|gist|pr|release)\s(?:create|comment|upload|edit)\b`,
    String.raw`\b(?:public|our|upstream)\s(?:issue|ticket|gist|repository|repo|tracker|form)\b`,
    String.raw`\b(?:dig|nslookup|getent)\b[^.]{0,40}?\bhost|\bhostname\b`,
    String.raw`\b[\w.+-]{1,40}@(?!example\.)[a-z0-9-]{2,40}\.[a-z]{2,10}\b`,
  ].join('|'),
)
/** An order that takes it up: what is only described, or is typed by a person, is none. */
const takes =
  /\b(?:contents?\sof|(?:full\s|whole\s|entire\s|complete\s)?text\sof|take|read|collect|gather|copy|zip|tar|pack|bring\salong|paste|grab|fetch|load|extract|dump|look\sinto|include\sits|unshortened|as\sit\sis|verbatim|values?\s(?:of|found)|found\sunder)\b/

/** A path of credentials beside an address says it in any language; English has to say that it is carried. */
const keyPath =
  /(?<![\w.])~?\/?\.(?:ssh\/id_|aws\/credentials|netrc\b|git-credentials|kube\/config|npmrc\b|pypirc\b|gnupg\b|config\/gh\/hosts)/
const english = /\b(?:the|and|with|your|for|is|are|of|this|not|never|see|from|into|when|use)\b/
const foreignAddress = new RegExp(foreign)

const warns =
  /\bif\s(?:you|an?|the|they)\b[^.]{0,60}?\b(?:leak|leaked|stolen|compromised|exposed)\b/
const signsUp =
  /\b(?:authorization|bearer|x-api-key|headers?|sign\sup|dashboard|settings\spage|your\sown|(?:set|export|store)\s[^.]{0,40}?\benvironment|is\smissing)\b/

/** A person's own is taken and carried out, in one paragraph. */
export const exfiltrationMeanings: readonly Meaning[] = [
  { all: [personal, elsewhere, carries, takes], unless: warns },
  { all: [keys, elsewhere, carries, takes], unless: signsUp },
  { all: [keyPath, foreignAddress], unless: english },
]
