/** The page's style sheet. Text has a contrast of at least 4.5 to 1 on its background, in light and dark mode. */
export const style = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1c2330;--soft:#566074;--line:#d5dae3;--panel:#f5f7fa;--link:#0b57b0;
--failed:#b3261e;--failed-bg:#fdecea;--warning:#845400;--warning-bg:#fff4dc;--inconclusive:#6f3fae;--inconclusive-bg:#f3ecfc;
--untested:#44566f;--untested-bg:#e8edf4;--passed:#17692f;--passed-bg:#e3f4e7;--left-out:#5d6675;--left-out-bg:#f0f1f4;--mark:#ffe08a;--mark-fg:#1c2330}
@media (prefers-color-scheme:dark){:root{--bg:#12161d;--fg:#e4e8ef;--soft:#a3adbd;--line:#303947;--panel:#1a202a;--link:#8ab8ff;
--failed:#ff9a90;--failed-bg:#431a18;--warning:#f3c15c;--warning-bg:#3b2c0c;--inconclusive:#cdaef5;--inconclusive-bg:#322347;
--untested:#b3c3da;--untested-bg:#263242;--passed:#85d79a;--passed-bg:#15331f;--left-out:#a7afbc;--left-out-bg:#232933;--mark:#5c4800;--mark-fg:#fff3cf}}
*{box-sizing:border-box}
body{margin:0;overflow-wrap:anywhere;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif}
main,header,footer{max-width:72rem;margin:0 auto;padding:0 1rem}
h1{font-size:1.5rem;line-height:1.25;margin:.25rem 0 .5rem}h2{font-size:1.2rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:1.5rem 0 .4rem}.label{font-size:.9rem;font-weight:700;margin:.9rem 0 .25rem}
p{margin:.4rem 0}a{color:var(--link)}code,pre,.mono{font:13px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.soft{color:var(--soft)}.small{font-size:.875rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--bg);padding:.5rem;z-index:9}
.outcome{padding:1.25rem 0 1rem;border-bottom:6px solid var(--line);margin-bottom:1rem}
.outcome h1~p{font-size:1.05rem}.outcome.conforming{border-color:var(--passed)}.outcome.non-conforming{border-color:var(--failed)}.outcome.inconclusive{border-color:var(--inconclusive)}
.conforming h1{color:var(--passed)}.non-conforming h1{color:var(--failed)}.inconclusive h1{color:var(--inconclusive)}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(19rem,1fr));gap:.1rem 1.5rem;margin:.6rem 0 0;font-size:.9rem}
.facts div{display:flex;gap:.6rem}.facts dt{color:var(--soft);flex:0 0 4.5rem}.facts dd{margin:0;overflow-wrap:anywhere}
.cause{border-left:6px solid var(--inconclusive);background:var(--inconclusive-bg);padding:.6rem 1rem;margin:1rem 0}
.problem{border-left:6px solid var(--failed);margin:.6rem 0}.problem.warning-edge{border-left-color:var(--warning)}.problem.untested-edge{border-left-color:var(--untested)}.problem.passed-edge{border-left-color:var(--passed)}.problem>summary{padding:.6rem .9rem}
.problem .body>dl,.about dl{display:grid;grid-template-columns:6.5rem 1fr;gap:.25rem .75rem;margin:.5rem 0}
.shell{display:grid;grid-template-columns:1fr auto;gap:.5rem;align-items:start}.copy{font:inherit;font-size:.875rem;min-width:5.2rem;margin:.2rem 0;padding:.4rem .7rem;border:1px solid var(--soft);border-radius:4px;background:var(--panel);color:var(--fg);cursor:pointer}
.away{position:absolute;left:-99rem}.about{margin:.8rem 0 0}
.group{border:0;margin:.6rem 0 0}.group>summary{padding:.3rem 0;border-bottom:1px solid var(--line)}.group h2{margin:0;font-size:1.1rem}
.brief{list-style:none;margin:0;padding:0}.brief.body{padding:.1rem .9rem .5rem}.brief li{padding:.3rem 0 .3rem .7rem;border-left:4px solid var(--failed);margin:.3rem 0;overflow-wrap:anywhere}.brief li.minor{border-color:var(--warning)}
.areas{display:grid;gap:.3rem;margin:0;padding:0;list-style:none}
.areas li{display:grid;grid-template-columns:6rem 1fr;gap:.5rem;align-items:start}
.cells{display:flex;flex-wrap:wrap;gap:3px}
.cell{display:inline-block;min-width:2.4rem;padding:.1rem .3rem;text-align:center;font-size:.8125rem;line-height:1.4rem;text-decoration:none;border-radius:3px;border:1px solid currentColor}
.should{border-style:dashed}
.failed{color:var(--failed);background:var(--failed-bg)}.warning{color:var(--warning);background:var(--warning-bg)}
.inconclusive.tag,.cell.inconclusive{color:var(--inconclusive);background:var(--inconclusive-bg)}
.untested{color:var(--untested);background:var(--untested-bg)}.passed{color:var(--passed);background:var(--passed-bg)}.left-out{color:var(--left-out);background:var(--left-out-bg)}
.cell.failed{font-weight:700;border-width:2px}
.tag{display:inline-block;padding:0 .45rem;border-radius:3px;font-size:.8125rem;font-weight:600;white-space:nowrap}
details{border:1px solid var(--line);border-radius:5px;margin:.35rem 0;background:var(--bg)}
summary{padding:.45rem .75rem;cursor:pointer;display:flex;gap:.6rem;align-items:baseline}
summary::-webkit-details-marker{display:none}summary::before{content:"▸";color:var(--soft);flex:none}details[open]>summary::before{content:"▾"}
summary .id{font-weight:700;flex:none;min-width:5.2rem}summary .slug{font-weight:600;margin-right:.35rem}summary .text{flex:1;min-width:0;overflow-wrap:anywhere}
.body{padding:.1rem .9rem .8rem;border-top:1px solid var(--line);scroll-margin-top:4rem}
.body:target{box-shadow:inset 4px 0 0 var(--link)}
.requirement>.body>dl,.finding>dl{display:grid;grid-template-columns:6rem 1fr;gap:.15rem .75rem;margin:.5rem 0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
.finding{border-left:4px solid var(--failed);background:var(--panel);padding:.4rem .9rem .7rem;margin:.8rem 0}.finding.minor{border-color:var(--warning)}
.expected,.got{margin:0;font-weight:600}
.talk{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,max(21rem,50% - .5rem)),1fr));gap:0 .8rem}
.talk>div{min-width:0}
pre{margin:.2rem 0;padding:.5rem .7rem;background:var(--panel);border:1px solid var(--line);border-radius:4px;overflow-x:auto;max-height:32rem;white-space:pre-wrap;overflow-wrap:anywhere}
.finding pre{background:var(--bg)}
mark{background:var(--mark);color:var(--mark-fg);display:block;margin:0 -.7rem;padding:0 .7rem 0 calc(.7rem - 4px);border-left:4px solid var(--failed)}
.gap{color:var(--soft);font-style:italic}
.exchange{content-visibility:auto;contain-intrinsic-size:auto 2rem}
.exchange{margin:0;border-radius:0;border-bottom-width:0}.exchange:last-child{border-bottom-width:1px}.exchange summary{align-items:center;padding:.15rem .75rem}.exchange .id{min-width:2.6rem;text-align:right}.exchange .status{flex:none;min-width:3.2rem;font-weight:700}
figure{margin:.5rem 0}
.timeline{display:block}.timeline text{fill:var(--fg);font:12px system-ui,sans-serif}.timeline .axis{stroke:var(--soft)}.timeline .limit{stroke:var(--soft);stroke-dasharray:5 4}.timeline .early{fill:var(--failed)}.timeline .limited{fill:var(--bg);stroke:var(--failed);stroke-width:2}.timeline .sent{fill:var(--fg)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;margin:.5rem 0}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line);overflow-wrap:normal}thead th{white-space:nowrap}tbody th{font-weight:400;min-width:16rem;overflow-wrap:anywhere}td{white-space:nowrap}td:last-child:nth-child(4){white-space:normal}
main:has(.grid){max-width:none}.grid{overflow:auto;max-height:85vh}.grid thead th{position:sticky;top:0;background:var(--bg);z-index:1;vertical-align:bottom}
.grid tbody th,.grid thead th:first-child{position:sticky;left:0;background:var(--bg)}.grid thead th:first-child{z-index:2}
.grid thead th:nth-child(n+3) span{writing-mode:vertical-rl;max-height:16rem;overflow:hidden}.grid td{text-align:center;padding:.2rem .15rem}.grid tbody th{min-width:18rem}
@media (max-width:40rem){.grid th,.grid td{padding:.3rem;font-size:.875rem}.grid tbody th{min-width:7.5rem;max-width:7.5rem}.grid tr>:nth-child(2){display:none}}
[hidden]{display:none!important}body>main:first-child{padding-top:1rem}
@media (max-width:40rem){.stacked thead{display:none}.stacked tr,.stacked tbody th{display:block}.stacked td{display:inline}.stacked td:empty{display:none}.stacked td+td::before{content:" · ";white-space:pre}.stacked tbody th,.stacked td{min-width:0;white-space:normal;border:0;padding:.1rem 0}.stacked tr{padding:.4rem 0;border-bottom:1px solid var(--line)}.areas li{grid-template-columns:1fr;gap:.1rem}summary{flex-wrap:wrap;gap:.2rem .6rem}.group>summary>h2{max-width:calc(100% - 1.8rem)}.requirement .text{flex-basis:100%;order:9}.requirement>.body>dl,.finding>dl,.problem .body>dl,.about dl{grid-template-columns:1fr;gap:0}.problem>summary .text{flex-basis:calc(100% - 1.5rem)}.shell{grid-template-columns:1fr}.copy{justify-self:start}dl dd{margin-bottom:.35rem}h1{font-size:1.25rem}}
@media print{.skip,.copy{display:none}.problem::details-content,.group:has([data-tone=failed],[data-tone=warning])::details-content,.requirement[data-tone=failed]::details-content,.requirement[data-tone=warning]::details-content{content-visibility:visible;display:block}body{font-size:10.5pt}details,.finding{break-inside:avoid}.exchange{content-visibility:visible}details[open],.finding{break-inside:auto}pre{max-height:none}a{color:inherit}}
`;
