import { patternRule, type SegmentKind, type SegmentRule } from '../scan-rule.ts'

const anywhere: readonly SegmentKind[] = ['code', 'prose', 'comment']

/** What takes from others what is theirs: their access, their answers, their data. */
export const dangerousActions: readonly SegmentRule[] = [
  patternRule(
    {
      id: 'run.revoke-access',
      severity: 'high',
      message: 'It takes the access of everybody away, or gives an outsider that of an owner.',
      attack: 'Locks the owners out.',
      fix: 'Change the access of the one person whom the user names.',
    },
    anywhere,
    {
      pattern:
        /\b(?:members|collaborators|list-users|users|keys)\b[^\n]{0,200}(?:xargs\b|while\s{1,3}read)[\s\S]{0,160}?(?:--method\s{1,3}delete|-x\s{0,2}delete|delete-(?:login-profile|user|access-key)|remove-member)\b|\bmemberships\/[\w-]{2,40}["']?[^\n]{0,60}\brole=(?:admin|owner)\b/,
    },
  ),
  patternRule(
    {
      id: 'run.answers-questions',
      severity: 'high',
      message: 'A script presses the keys that answer a question to the user.',
      attack: 'Approves in the name of a person who is not there.',
      fix: 'Let the person answer.',
    },
    ['code'],
    {
      pattern:
        /\b(?:keystroke|xdotool\s{1,3}(?:key|type)|pyautogui\.(?:press|write|typewrite|hotkey)|send-keys|sendkeys|wtype|ydotool)\b/,
      together:
        /\bdo\s{1,3}you\s{1,3}want\s{1,3}to\b|\b(?:allow|approve|permission|trust)\b[^\n]{0,40}\?|\byes,?\s{1,3}(?:proceed|allow|and\s{1,3}don'?t\s{1,3}ask)/,
    },
  ),
  patternRule(
    {
      id: 'run.false-review',
      severity: 'high',
      message: 'It writes the approval of other people into a commit, past its checks.',
      attack: 'Passes unread code off as reviewed.',
      fix: 'Let those who reviewed say so.',
    },
    anywhere,
    {
      pattern: /\b(?:reviewed|acked|approved|tested)-by:/,
      together: /--no-verify\b|core\.hookspath\s{0,2}=\s{0,2}\/dev\/null/,
    },
  ),
  patternRule(
    {
      id: 'run.delayed-delete',
      severity: 'high',
      message: 'It deletes later, when nobody looks, or the home folder where a name is not set.',
      attack: 'Destroys data without a connection to what was asked.',
      fix: 'Delete what was made here, at once, by its name.',
    },
    anywhere,
    {
      pattern:
        /\bsleep\s{1,3}\d{3,8}\s{0,3};[^\n]{0,120}(?:\brm\s{1,3}-|-delete\b|\bshred\b|\bmkfs)|\$\{\w{1,40}:-["']?(?:\$\{?home\}?|~|\/)["']?\}[\s\S]{0,300}?(?:\brm\s{1,3}-\w{0,4}r|-delete\b)|\bpg_terminate_backend\b[\s\S]{0,240}?\bdrop\s{1,3}(?:schema|database)\b/,
    },
  ),
]
