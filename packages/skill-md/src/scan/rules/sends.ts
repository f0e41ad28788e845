/** A call that sends something to another machine. */
export const sends =
  /\brequests\.(?:post|put|request|patch)\b|\burlopen\s{0,2}\(|\burllib\.request\b|\bhttpx\.(?:post|put|client|asyncclient)\b|\baiohttp\b|\bfetch\s{0,2}\(|\baxios\b|\bhttps?\.request\s{0,2}\(|\bxmlhttprequest\b|\bsendbeacon\b|\bnet\/http\b|\bcurl\b[^\n]{0,200}(?:\s-d\b|--data|\s-f\b|--form|\s-t\b|--upload-file|-x\s{0,2}post|\?|\$)|\bwget\b[^\n]{0,120}--post|\bsocket\.(?:socket|create_connection)|\bsmtplib\b|invoke-(?:restmethod|webrequest)\b|\bnc\s{1,3}[\w.-]{1,80}\s{1,3}\d{2,5}/
