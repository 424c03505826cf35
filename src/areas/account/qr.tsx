import { encode } from 'uqr';

/** A QR code, dark on light whatever the theme: cameras expect that. */
export default function Qr({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((line, y) => line.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg aria-labelledby="qr-label" viewBox={`0 0 ${size} ${size}`} width={192} height={192} shapeRendering="crispEdges">
      <title id="qr-label">{label}</title>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
