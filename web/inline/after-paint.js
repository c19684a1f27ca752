// Stands at the end of the pages that the build draws; a paint is told once it is on the screen. Until then nothing is asked
// for that the picture does not need. A browser that tells of no paint begins after two seconds.
(function (sheets, code) {
  var isBegun = false;
  function begin() {
    if (isBegun) return;
    isBegun = true;
    sheets.forEach(function (href) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: href }));
    });
    code.forEach(function (file) {
      void import(file);
    });
  }
  new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
  setTimeout(begin, 2000);
})(SHEETS, CODE);
