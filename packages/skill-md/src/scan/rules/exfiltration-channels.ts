import { patternRule, type SegmentRule } from '../scan-rule.ts'
import { sends } from './sends.ts'

/** Hosts of repositories whose owner the address names. */
const knownForge =
  /\b(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|dev\.azure\.com|huggingface\.co|heroku\.com|localhost|127\.0\.0\.1|(?:[\w-]{1,40}\.)?example\.(?:com|org|net)|your[\w.-]{0,40})\b/
const folder = '(?:documents|desktop|downloads|pictures|library/messages)'

/** Files of a person, or of a whole project, that leave by an unusual way. */
export const exfiltrationChannels: readonly SegmentRule[] = [
  patternRule(
    {
      id: 'flow.repository-push',
      severity: 'high',
      message: 'A repository is pushed to a server that is not its own.',
      attack: 'Carries all code and its history to an outsider.',
      fix: 'Push to the remote that the user has set up.',
    },
    ['code', 'prose', 'comment', 'frontmatter'],
    {
      pattern:
        /\bgit\s{1,3}remote\s{1,3}(?:add|set-url)\s{1,3}(?:-{1,2}[\w-]{1,12}\s{1,3}){0,2}[\w.-]{1,40}\s{1,3}["'`]?(?:https?|ssh|git):\/\/[^\s"'`]{4,200}(?=[\s\S]{0,400}?\bgit\s{1,3}push\b)|\bgit\s{1,3}push\b[^\n]{0,80}?(?:https?|ssh|git):\/\/[^\s"'`]{4,200}/,
      unless: knownForge,
    },
  ),
  patternRule(
    {
      id: 'flow.home-files-to-network',
      severity: 'high',
      message: 'Files of the home folder are looked through in a file that sends data.',
      attack: 'Takes what a person keeps, whatever the task was.',
      fix: 'Read the files that the user names.',
    },
    ['code'],
    {
      pattern: new RegExp(
        String.raw`(?:path\.home\(\)|expanduser\(\s{0,2}["']~|homedir\(\)|\$\{?home\}?|~/|\$env:userprofile)[^\n]{0,60}${folder}[^\n]{0,80}(?:r?glob|walk|iterdir|readdir|find|listdir|get-childitem|\*)|\b(?:find|tar|zip|rsync|get-childitem)\b[^\n]{0,60}(?:~|\$\{?home\}?|\$env:userprofile)/${folder}`,
      ),
      together: new RegExp(`${sends.source}|\\brclone\\b|\\bscp\\s|\\baws\\s{1,3}s3\\s{1,3}cp\\b`),
    },
  ),
  patternRule(
    {
      id: 'flow.tunnel',
      severity: 'high',
      message: 'A tunnel opens the home folder or the shell of this machine to others.',
      attack: 'Lets an outsider read files or log in.',
      fix: 'Share the one port of the preview, and say so.',
    },
    ['code', 'prose'],
    {
      pattern:
        /\bssh\b[^\n]{0,200}\s-\w{0,4}r\s{1,3}["']?[^\s"']{0,60}:22:|(?:^|\n)[^\n]{0,20}-r\s{1,3}["']?[^\s"']{0,60}:22:(?:127\.0\.0\.1|localhost):22|\bcd\s{1,3}["']?(?:\$\{?home\}?|~)["']?\s{0,3}&&\s{0,3}(?:python3?\s{1,3}-m\s{1,3}http\.server|npx\s{1,3}(?:serve|http-server))|http\.server\b[^\n]{0,60}(?:--directory|-d)\s{1,3}["']?(?:~|\$\{?home\}?|\/)["'\s]/,
      together:
        /\bssh\b[^\n]{0,200}\s-\w{0,4}r\s|\bcloudflared\b|\bngrok\b|\blocaltunnel\b|\bbore\b|\btailscale\s{1,3}funnel|\bserveo\b|localhost\.run/,
    },
  ),
  patternRule(
    {
      id: 'flow.files-to-socket',
      severity: 'high',
      message: 'Files that change are passed on over a socket to another machine.',
      attack: 'Copies everything that is edited, as it is edited.',
      fix: 'Show a preview from this machine.',
    },
    ['code'],
    {
      pattern:
        /\b(?:new\s{1,3}websocket|websockets?\.connect|create_connection)\s{0,2}\(\s{0,3}["'`]wss?:\/\/(?!localhost|127\.|\[::1\])/,
      together: /\bwatch\s{0,2}\(|\bchokidar\b|\bwatchdog\b|\binotify\w{0,10}\b|\bfswatch\b/,
    },
  ),
  patternRule(
    {
      id: 'supply.self-update',
      severity: 'high',
      message: 'The script replaces itself by what a server has at that moment.',
      attack: 'What was reviewed is not what runs.',
      fix: 'Ship updates as new versions of the skill.',
    },
    ['code'],
    {
      pattern:
        /\bos\.exec[lv]\w{0,3}\s{0,2}\(|\brunpy\.run_path\s{0,2}\(|\bexec\s{1,3}["']?\$(?:0|\{?bash_source)|\bspec_from_file_location\s{0,2}\(/,
      together:
        /["'\s]git["',\s]{1,6}(?:["']-c["'],\s{0,3}\w{1,20},\s{0,3})?["']?(?:clone|pull|fetch)\b|\burlretrieve\b/,
    },
  ),
]
