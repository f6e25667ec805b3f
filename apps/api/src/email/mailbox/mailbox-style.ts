// The web app's own stylesheet comes first and brings the fonts, the colours of both themes and the focus ring.
export const mailboxStyle = `body{display:flex;flex-direction:column;height:100dvh}
header{display:flex;flex:none;align-items:center;gap:12px;min-height:56px;padding:0 24px;border-bottom:1px solid var(--line);color:var(--text-2)}
header a{display:flex;align-items:center;gap:10px;min-height:28px;color:var(--text);font-weight:600;font-size:15px}
header p{margin-left:auto;color:var(--text-3);font-size:13px}
h1{color:var(--text);font-weight:500;white-space:nowrap}
code{font-family:var(--font-mono);font-size:12px}
.water{fill:var(--accent)}
main{display:grid;flex:1;grid-template-columns:360px minmax(0,1fr);min-height:0}
section{display:flex;flex-direction:column;min-height:0;overflow-y:auto;border-right:1px solid var(--line)}
form{position:sticky;top:0;display:flex;align-items:center;gap:10px;padding:12px 16px;border-bottom:1px solid var(--line);background:var(--canvas)}
label{color:var(--text-2);font-size:13px;font-weight:500}
input{flex:1;min-width:0;height:36px;padding:0 12px;border:1px solid var(--control);border-radius:var(--r-2);background:var(--field);color:var(--text)}
button{height:36px;padding:0 12px;border:1px solid var(--line-strong);border-radius:var(--r-2);background:var(--surface);color:var(--text);font-weight:500}
button:hover{background:var(--hover)}
ol a{position:relative;display:grid;grid-template-columns:minmax(0,1fr) auto;gap:2px 12px;padding:12px 16px;border-bottom:1px solid var(--line)}
ol a:hover{background:var(--hover)}
ol a:focus-visible{outline-offset:-2px}
ol a[aria-current]{background:var(--active);box-shadow:inset 2px 0 var(--accent)}
.subject{grid-column:1/-1;overflow:hidden;color:var(--text);font-weight:500;text-overflow:ellipsis;white-space:nowrap}
.to{overflow:hidden;color:var(--text-2);font-size:13px;text-overflow:ellipsis;white-space:nowrap}
ol time{color:var(--text-3);font-size:13px}
article{display:flex;flex-direction:column;min-height:0;padding:24px 32px 32px;overflow-y:auto}
h2{color:var(--text);font-size:20px;font-weight:600;line-height:26px;letter-spacing:-0.018em;overflow-wrap:anywhere}
.facts{margin-top:4px;color:var(--text-2);font-size:13px;overflow-wrap:anywhere}
.back{display:none;align-items:center;align-self:start;min-height:44px;color:var(--accent);font-weight:500}
.views{display:flex;gap:4px;margin:16px 0}
.views a{display:flex;align-items:center;height:30px;padding:0 12px;border:1px solid transparent;border-radius:var(--r-2);color:var(--text-2);font-size:13px;font-weight:500}
.views a:hover{background:var(--hover)}
.views a[aria-current]{border-color:var(--line-strong);background:var(--active);color:var(--text)}
iframe{flex:1;width:100%;min-height:420px;border:1px solid var(--line);border-radius:var(--r-3);background:var(--canvas)}
pre,.links{padding:20px;border:1px solid var(--line);border-radius:var(--r-3);background:var(--surface);font-family:var(--font-mono);font-size:13px;line-height:20px;overflow-wrap:anywhere;white-space:pre-wrap}
.links li+li{margin-top:12px}
pre a,.links a{color:var(--accent);text-decoration:underline}
.none{padding:24px 16px;color:var(--text-2)}
.none a{color:var(--accent);text-decoration:underline}
@media (forced-colors:active){ol a[aria-current]{border-left:3px solid}.views a{border-color:Canvas}.views a[aria-current]{border-color:Highlight}}
.empty{align-self:center;justify-self:center;width:100%;max-width:440px;padding:32px}
.tile{display:flex;align-items:center;justify-content:center;width:44px;height:44px;margin-bottom:16px;border:1px solid var(--line-strong);border-radius:var(--r-3);background:var(--subtle);color:var(--text-2)}
.empty p{margin-top:4px;color:var(--text-2);text-wrap:pretty}
.act{display:inline-flex;align-items:center;height:36px;margin-top:20px;padding:0 14px;border:1px solid var(--primary);border-radius:var(--r-2);background:var(--primary);color:var(--on-primary);font-weight:500}
dl{margin-top:32px;border-top:1px solid var(--line)}
dl div{padding:12px 0;border-bottom:1px solid var(--line)}
dt{color:var(--text);font-weight:500}
dd{color:var(--text-2);font-size:13px}
@media (max-width:860px){.empty{padding:32px 16px}.act{height:44px}header{flex-wrap:wrap;gap:4px 12px;padding:12px 16px}header p{margin:0}
body{height:auto;min-height:100dvh}main{display:block}section{border:0}.listing article,.reading section{display:none}
article{min-height:100dvh;padding:8px 16px 24px}.back{display:flex}input{font-size:16px}form{position:static}input,button,.views a{height:44px}}
`;
